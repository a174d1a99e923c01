import type { RuleFamily } from '../family.ts'

const python = ['flask', 'django', 'fastapi', 'aiohttp'] as const
const java = ['spring', 'servlet', 'jaxrs'] as const

/** Objects rebuilt from bytes of the request. */
export const deserialization: RuleFamily = {
  key: 'unsafe-deserialization',
  title: 'Insecure deserialization',
  cwe: 502,
  owasp: 'integrity',
  severity: 'high',
  confidence: 'high',
  kind: 'vuln',
  vulnerabilityClass: 'Insecure Deserialization',
  flaw: 'Bytes from a request are deserialized with a format that names the **types to instantiate**. The sender chooses these types, and instantiating some of them runs code.',
  remedy:
    'Exchange plain data (JSON with a schema). If the format must stay, allow only a short list of types and sign the bytes.',
  impact: 'Anyone who can send the bytes can run code in the service.',
  steps: [
    'Change the sender to JSON.',
    'Accept the old format for one release only, with a list of allowed types.',
    'Remove the old reader.',
  ],
  real: 'The client sends the bytes without a signature, and the reader accepts any type on the class path.',
  harmless: 'The value is read from a cookie whose HMAC signature is verified one line above.',
  component: { tag: 'user data', risk: 'high' },
  fields: ['state', 'payload', 'basket', 'filter'],
  places: [
    {
      language: 'python',
      frameworks: python,
      sinks: [
        {
          slug: 'pickle',
          library: 'pickle',
          severity: 'critical',
          flaw: ['{entity} = «pickle.loads(base64.b64decode({field}))»'],
          fix: ['{entity} = {Entity}Schema.model_validate_json(base64.b64decode({field}))'],
        },
        {
          slug: 'yaml-load',
          library: 'PyYAML',
          flaw: ['settings = «yaml.load({field}, Loader=yaml.Loader)»'],
          fix: ['settings = yaml.safe_load({field})'],
        },
      ],
    },
    {
      language: 'java',
      frameworks: java,
      sinks: [
        {
          slug: 'object-input-stream',
          library: 'ObjectInputStream',
          severity: 'critical',
          setup: ['byte[] bytes = Base64.getDecoder().decode({field});'],
          flaw: [
            '{Entity} {entity} = ({Entity}) «new ObjectInputStream(new ByteArrayInputStream(bytes)).readObject()»;',
          ],
          fix: ['{Entity} {entity} = mapper.readValue(bytes, {Entity}.class);'],
        },
        {
          slug: 'jackson-default-typing',
          library: 'Jackson',
          flaw: [
            '«mapper.enableDefaultTyping()»;',
            'var {entity} = mapper.readValue({field}, Object.class);',
          ],
          fix: ['var {entity} = mapper.readValue({field}, {Entity}.class);'],
          setup: ['var mapper = new ObjectMapper();'],
        },
        {
          slug: 'snakeyaml',
          library: 'SnakeYAML',
          flaw: ['Object settings = «new Yaml().load({field})»;'],
          fix: ['Object settings = new Yaml(new SafeConstructor(new LoaderOptions())).load({field});'],
        },
      ],
    },
    {
      language: 'javascript',
      frameworks: ['express', 'koa', 'fastify', 'nestjs'],
      sinks: [
        {
          slug: 'node-serialize',
          library: 'node-serialize',
          flaw: ["const {entity} = «serialize.unserialize(Buffer.from({field}, 'base64').toString())»"],
          fix: [
            "const {entity} = {entity}Schema.parse(JSON.parse(Buffer.from({field}, 'base64').toString()))",
          ],
        },
        {
          slug: 'js-yaml-unsafe',
          library: 'js-yaml',
          flaw: ['const settings = «yaml.load({field}, { schema: DEFAULT_FULL_SCHEMA })»'],
          fix: ['const settings = yaml.load({field})'],
        },
      ],
    },
    {
      language: 'ruby',
      frameworks: ['rails', 'sinatra'],
      sinks: [
        {
          slug: 'marshal',
          library: 'Marshal',
          severity: 'critical',
          flaw: ['{entity} = «Marshal.load(Base64.decode64({field}))»'],
          fix: ['{entity} = JSON.parse(Base64.decode64({field}))'],
        },
        {
          slug: 'yaml-unsafe',
          library: 'YAML',
          flaw: ['{entity} = «YAML.unsafe_load({field})»'],
          fix: ['{entity} = YAML.safe_load({field})'],
        },
      ],
    },
    {
      language: 'php',
      frameworks: ['laravel', 'symfony'],
      sinks: [
        {
          slug: 'unserialize',
          library: 'unserialize',
          flaw: ['${entity} = «unserialize(base64_decode(${field}))»;'],
          fix: ['${entity} = json_decode(base64_decode(${field}), true, 16, JSON_THROW_ON_ERROR);'],
        },
      ],
    },
    {
      language: 'csharp',
      frameworks: ['aspnetcore'],
      sinks: [
        {
          slug: 'type-name-handling',
          library: 'Newtonsoft.Json',
          setup: ['var settings = new JsonSerializerSettings();'],
          flaw: ['«settings.TypeNameHandling = TypeNameHandling.All»;'],
          fix: ['settings.TypeNameHandling = TypeNameHandling.None;'],
          rest: ['var {entity} = JsonConvert.DeserializeObject({field}, settings);'],
        },
        {
          slug: 'binary-formatter',
          library: 'BinaryFormatter',
          severity: 'critical',
          flaw: ['var {entity} = «new BinaryFormatter().Deserialize(stream)»;'],
          fix: ['var {entity} = await JsonSerializer.DeserializeAsync<{Entity}>(stream);'],
          setup: ['using var stream = new MemoryStream(Convert.FromBase64String({field}));'],
        },
      ],
    },
  ],
}
