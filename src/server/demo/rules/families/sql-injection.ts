import type { RuleFamily } from '../family.ts'

const node = ['express', 'koa', 'fastify', 'nestjs', 'nextjs'] as const
const python = ['flask', 'django', 'fastapi', 'aiohttp'] as const
const java = ['spring', 'servlet', 'jaxrs'] as const
const go = ['net-http', 'gin', 'echo'] as const

/** Queries whose text the request decides. */
export const sqlInjection: RuleFamily = {
  key: 'sql-injection',
  title: 'SQL injection',
  cwe: 89,
  owasp: 'injection',
  severity: 'high',
  confidence: 'high',
  kind: 'vuln',
  vulnerabilityClass: 'SQL Injection',
  flaw: "A SQL statement is built by concatenating a request value. A value such as `x' OR '1'='1` **changes the statement** instead of being compared as data.",
  remedy:
    'Keep the statement constant and pass the value as a bound parameter (`?`, `$1`, `:name`). Column names and sort orders cannot be bound: choose them from an allowlist.',
  impact: 'Any caller of the route can read or change every table that the database user can access.',
  steps: [
    'Replace the value in the statement with a placeholder.',
    'Pass the value as a parameter of the same call.',
    'Add a test that sends a single quote and expects an empty result, not an error.',
  ],
  real: '`{field}` is taken from the query string and inserted into the statement without a placeholder. Any signed-in customer can call the route.',
  harmless:
    "The route's schema checks `{field}` against a list of known {entity} references before this line, so the value cannot contain a quote.",
  component: { tag: 'user data', risk: 'high' },
  fields: ['reference', 'customerId', 'search', 'sortKey', 'email', 'region', 'currency', 'externalId'],
  places: [
    {
      language: 'javascript',
      frameworks: node,
      sinks: [
        {
          slug: 'pg',
          library: 'pg',
          technology: 'pg',
          flaw: [
            "const { rows } = await «pool.query(`SELECT * FROM {table} WHERE {column} = '${{field}}'`)»",
          ],
          fix: ["const { rows } = await pool.query('SELECT * FROM {table} WHERE {column} = $1', [{field}])"],
          rest: ['const found = rows[0]', 'if (!found) throw new NotFound()'],
        },
        {
          slug: 'mysql2',
          library: 'mysql2',
          technology: 'mysql2',
          flaw: [
            'const sql = ‹"SELECT id, total FROM {table} WHERE {column} = \'" + {field} + "\'"›',
            'const [rows] = await «connection.query(sql)»',
          ],
          fix: [
            "const sql = 'SELECT id, total FROM {table} WHERE {column} = ?'",
            'const [rows] = await connection.execute(sql, [{field}])',
          ],
        },
        {
          slug: 'knex-raw',
          library: 'Knex',
          technology: 'knex',
          setup: ["const base = db('{table}').where({ archived: false })"],
          flaw: ["const list = await «base.andWhereRaw(`{column} ILIKE '%${{field}}%'`)»"],
          fix: ["const list = await base.andWhereRaw('{column} ILIKE ?', [`%${{field}}%`])"],
        },
        {
          slug: 'sequelize',
          library: 'Sequelize',
          technology: 'sequelize',
          flaw: ['const {entities} = await «sequelize.query(`SELECT * FROM {table} ORDER BY ${{field}}`)»'],
          fix: [
            "const order = sortable.includes({field}) ? {field} : 'created_at'",
            "const {entities} = await {Entity}.findAll({ order: [[order, 'ASC']] })",
          ],
        },
        {
          slug: 'typeorm',
          library: 'TypeORM',
          technology: 'typeorm',
          setup: ["const query = this.{entities}.createQueryBuilder('{entity}')"],
          flaw: ["«query.where(`{entity}.{column} = '${{field}}'`)»"],
          fix: ["query.where('{entity}.{column} = :value', { value: {field} })"],
          rest: ['const result = await query.getMany()'],
        },
        {
          slug: 'prisma-unsafe',
          library: 'Prisma',
          technology: 'prisma',
          flaw: [
            'const rows = await «prisma.$queryRawUnsafe(`SELECT * FROM "{Entity}" WHERE {column} = \'${{field}}\'`)»',
          ],
          fix: ['const rows = await prisma.$queryRaw`SELECT * FROM "{Entity}" WHERE {column} = ${{field}}`'],
        },
      ],
    },
    {
      language: 'python',
      frameworks: python,
      sinks: [
        {
          slug: 'psycopg2',
          library: 'psycopg2',
          technology: 'psycopg2',
          setup: ['with connection.cursor() as cursor:'],
          flaw: ['    «cursor.execute(f"SELECT * FROM {table} WHERE {column} = \'{{field}}\'")»'],
          fix: ['    cursor.execute("SELECT * FROM {table} WHERE {column} = %s", ({field},))'],
          rest: ['    row = cursor.fetchone()'],
        },
        {
          slug: 'sqlalchemy-text',
          library: 'SQLAlchemy',
          technology: 'sqlalchemy',
          flaw: [
            'statement = ‹"SELECT id, total FROM {table} WHERE {column} = \'%s\'" % {field}›',
            'rows = «session.execute(text(statement))».all()',
          ],
          fix: [
            'statement = "SELECT id, total FROM {table} WHERE {column} = :value"',
            'rows = session.execute(text(statement), {"value": {field}}).all()',
          ],
        },
        {
          slug: 'raw-queryset',
          library: 'Django ORM',
          technology: 'django',
          flaw: [
            '{entities} = «{Entity}.objects.raw("SELECT * FROM {table} WHERE {column} = \'" + {field} + "\'")»',
          ],
          fix: ['{entities} = {Entity}.objects.raw("SELECT * FROM {table} WHERE {column} = %s", [{field}])'],
        },
        {
          slug: 'asyncpg',
          library: 'asyncpg',
          technology: 'asyncpg',
          flaw: ['row = await «pool.fetchrow(f"SELECT * FROM {table} WHERE {column} = \'{{field}}\'")»'],
          fix: ['row = await pool.fetchrow("SELECT * FROM {table} WHERE {column} = $1", {field})'],
        },
      ],
    },
    {
      language: 'java',
      frameworks: java,
      sinks: [
        {
          slug: 'jdbc-statement',
          library: 'JDBC',
          technology: 'jdbc',
          setup: ['Statement statement = connection.createStatement();'],
          flaw: [
            'ResultSet rows = «statement.executeQuery("SELECT * FROM {table} WHERE {column} = \'" + {field} + "\'")»;',
          ],
          fix: [
            'PreparedStatement prepared = connection.prepareStatement("SELECT * FROM {table} WHERE {column} = ?");',
            'prepared.setString(1, {field});',
            'ResultSet rows = prepared.executeQuery();',
          ],
        },
        {
          slug: 'jdbc-template',
          library: 'JdbcTemplate',
          technology: 'jdbctemplate',
          flaw: [
            'String sql = ‹"SELECT * FROM {table} WHERE {column} = \'%s\'".formatted({field})›;',
            'List<{Entity}> found = «jdbc.query(sql, {entity}Mapper)»;',
          ],
          fix: [
            'String sql = "SELECT * FROM {table} WHERE {column} = ?";',
            'List<{Entity}> found = jdbc.query(sql, {entity}Mapper, {field});',
          ],
        },
        {
          slug: 'jpa-native-query',
          library: 'JPA',
          technology: 'jpa',
          flaw: [
            'Query query = «entityManager.createNativeQuery("SELECT * FROM {table} ORDER BY " + {field})»;',
          ],
          fix: [
            'String order = SORTABLE.getOrDefault({field}, "created_at");',
            'Query query = entityManager.createNativeQuery("SELECT * FROM {table} ORDER BY " + order);',
          ],
          rest: ['query.setMaxResults(100);'],
        },
        {
          slug: 'hibernate-hql',
          library: 'Hibernate',
          technology: 'hibernate',
          flaw: [
            'var found = «session.createQuery("from {Entity} e where e.{column} = \'" + {field} + "\'", {Entity}.class)».list();',
          ],
          fix: [
            'var found = session.createQuery("from {Entity} e where e.{column} = :value", {Entity}.class)',
            '    .setParameter("value", {field}).list();',
          ],
        },
      ],
    },
    {
      language: 'kotlin',
      frameworks: ['ktor'],
      sinks: [
        {
          slug: 'exposed',
          library: 'Exposed',
          technology: 'exposed',
          flaw: [
            'val rows = «exec("SELECT * FROM {table} WHERE {column} = \'${{field}}\'")» { it.to{Entity}List() }',
          ],
          fix: [
            'val rows = {Entity}Table.selectAll().where { {Entity}Table.{column} eq {field} }.map(::to{Entity})',
          ],
        },
      ],
    },
    {
      language: 'go',
      frameworks: go,
      sinks: [
        {
          slug: 'database-sql',
          library: 'database/sql',
          technology: 'database-sql',
          flaw: [
            'query := ‹fmt.Sprintf("SELECT id, total FROM {table} WHERE {column} = \'%s\'", {field})›',
            'rows, err := «db.Query(query)»',
          ],
          fix: [
            'query := "SELECT id, total FROM {table} WHERE {column} = $1"',
            'rows, err := db.Query(query, {field})',
          ],
        },
        {
          slug: 'gorm-raw',
          library: 'GORM',
          technology: 'gorm',
          setup: ['var found []{Entity}'],
          flaw: ['«h.db.Raw("SELECT * FROM {table} WHERE {column} = \'" + {field} + "\'")».Scan(&found)'],
          fix: ['h.db.Raw("SELECT * FROM {table} WHERE {column} = ?", {field}).Scan(&found)'],
        },
        {
          slug: 'sqlx',
          library: 'sqlx',
          technology: 'sqlx',
          setup: ['var {entity} {Entity}'],
          flaw: ['err := «s.db.Get(&{entity}, "SELECT * FROM {table} WHERE {column} = \'"+{field}+"\'")»'],
          fix: ['err := s.db.Get(&{entity}, "SELECT * FROM {table} WHERE {column} = $1", {field})'],
        },
      ],
    },
    {
      language: 'ruby',
      frameworks: ['rails', 'sinatra'],
      sinks: [
        {
          slug: 'active-record-where',
          library: 'Active Record',
          technology: 'activerecord',
          flaw: ['@{entities} = «{Entity}.where("{column} = \'#{{field}}\'")»'],
          fix: ['@{entities} = {Entity}.where({column}: {field})'],
        },
        {
          slug: 'find-by-sql',
          library: 'find_by_sql',
          technology: 'activerecord',
          flaw: [
            '@{entity} = «{Entity}.find_by_sql("SELECT * FROM {table} WHERE {column} = \'" + {field} + "\'")».first',
          ],
          fix: [
            "@{entity} = {Entity}.find_by_sql(['SELECT * FROM {table} WHERE {column} = ?', {field}]).first",
          ],
        },
      ],
    },
    {
      language: 'php',
      frameworks: ['laravel', 'symfony'],
      sinks: [
        {
          slug: 'db-raw',
          library: 'query builder',
          technology: 'eloquent',
          flaw: ['$rows = «DB::select("SELECT * FROM {table} WHERE {column} = \'${field}\'")»;'],
          fix: ["$rows = DB::select('SELECT * FROM {table} WHERE {column} = ?', [${field}]);"],
        },
        {
          slug: 'doctrine-dql',
          library: 'Doctrine',
          technology: 'doctrine',
          flaw: [
            '$query = «$em->createQuery("SELECT e FROM App\\Entity\\{Entity} e WHERE e.{column} = \'" . ${field} . "\'")»;',
          ],
          fix: [
            "$query = $em->createQuery('SELECT e FROM App\\Entity\\{Entity} e WHERE e.{column} = :value');",
            "$query->setParameter('value', ${field});",
          ],
        },
        {
          slug: 'pdo',
          library: 'PDO',
          technology: 'pdo',
          flaw: [
            '$rows = «$pdo->query("SELECT * FROM {table} WHERE {column} = \'" . ${field} . "\'")»->fetchAll();',
          ],
          fix: [
            "$statement = $pdo->prepare('SELECT * FROM {table} WHERE {column} = ?');",
            '$statement->execute([${field}]);',
            '$rows = $statement->fetchAll();',
          ],
        },
      ],
    },
    {
      language: 'csharp',
      frameworks: ['aspnetcore'],
      sinks: [
        {
          slug: 'ef-from-sql-raw',
          library: 'Entity Framework',
          technology: 'efcore',
          flaw: [
            'var {entities} = await «_context.{Entity}s.FromSqlRaw($"SELECT * FROM {table} WHERE {column} = \'{{field}}\'")».ToListAsync();',
          ],
          fix: [
            'var {entities} = await _context.{Entity}s.FromSqlInterpolated($"SELECT * FROM {table} WHERE {column} = {{field}}").ToListAsync();',
          ],
        },
        {
          slug: 'sql-command',
          library: 'SqlCommand',
          technology: 'ado',
          flaw: [
            'using var command = «new SqlCommand("SELECT * FROM {table} WHERE {column} = \'" + {field} + "\'", connection)»;',
          ],
          fix: [
            'using var command = new SqlCommand("SELECT * FROM {table} WHERE {column} = @value", connection);',
            'command.Parameters.AddWithValue("@value", {field});',
          ],
          rest: ['using var reader = await command.ExecuteReaderAsync();'],
        },
        {
          slug: 'dapper',
          library: 'Dapper',
          technology: 'dapper',
          flaw: [
            'var found = await «connection.QueryAsync<{Entity}>($"SELECT * FROM {table} WHERE {column} = \'{{field}}\'")»;',
          ],
          fix: [
            'var found = await connection.QueryAsync<{Entity}>("SELECT * FROM {table} WHERE {column} = @value", new { value = {field} });',
          ],
        },
      ],
    },
  ],
}
