import type { Ecosystem } from '../packages/catalogue.ts'
import type { Language } from '../rules/family.ts'

/** What a project is built with: it decides which rules and packages can be met in it. */
export interface Stack {
  languages: readonly Language[]
  /** Frameworks and libraries, by the keys that rules ask for. */
  technologies: readonly string[]
  lockfiles: readonly { path: string; ecosystem: Ecosystem }[]
}

const everywhere: readonly Language[] = ['github-actions', 'bash']
/** What is never put into a container image. */
const bare = new Set(['android', 'ios-app'])
const web = { path: 'web/package-lock.json', ecosystem: 'npm' } as const

function stack(
  languages: readonly Language[],
  technologies: readonly string[],
  lockfiles: Stack['lockfiles'],
): Stack {
  const image: readonly Language[] = technologies.some((technology) => bare.has(technology))
    ? []
    : ['dockerfile']
  return { languages: [...languages, ...everywhere, ...image], technologies, lockfiles }
}

export const stacks = {
  express: stack(
    ['javascript', 'typescript', 'html', 'kubernetes'],
    ['express', 'pg', 'knex', 'axios', 'lodash', 'jquery', 'browser', 'ldap'],
    [
      { path: 'package-lock.json', ecosystem: 'npm' },
      { path: 'tools/package-lock.json', ecosystem: 'npm' },
    ],
  ),
  fastify: stack(
    ['typescript', 'javascript'],
    ['fastify', 'knex', 'pg', 'got', 'lodash'],
    [{ path: 'pnpm-lock.yaml', ecosystem: 'npm' }],
  ),
  nest: stack(
    ['typescript', 'javascript', 'kubernetes'],
    ['nestjs', 'typeorm', 'axios', 'mysql2', 'ldap'],
    [
      { path: 'package-lock.json', ecosystem: 'npm' },
      { path: 'e2e/package-lock.json', ecosystem: 'npm' },
    ],
  ),
  next: stack(
    ['typescript', 'javascript', 'html'],
    ['nextjs', 'prisma', 'react', 'browser'],
    [{ path: 'pnpm-lock.yaml', ecosystem: 'npm' }],
  ),
  spa: stack(
    ['typescript', 'javascript', 'html'],
    ['react', 'browser', 'axios', 'lodash'],
    [
      { path: 'yarn.lock', ecosystem: 'npm' },
      { path: 'packages/ui/yarn.lock', ecosystem: 'npm' },
    ],
  ),
  vue: stack(
    ['javascript', 'typescript', 'html'],
    ['vue', 'browser', 'jquery', 'axios'],
    [{ path: 'package-lock.json', ecosystem: 'npm' }],
  ),
  koa: stack(
    ['javascript', 'typescript'],
    ['koa', 'mongodb', 'puppeteer', 'sequelize', 'got', 'lodash', 'ldap'],
    [{ path: 'package-lock.json', ecosystem: 'npm' }],
  ),
  django: stack(
    ['python', 'html', 'javascript', 'kubernetes'],
    ['django', 'psycopg2', 'browser', 'jquery', 'ldap', 'xml'],
    [{ path: 'poetry.lock', ecosystem: 'pypi' }, web],
  ),
  flask: stack(
    ['python', 'html'],
    ['flask', 'sqlalchemy', 'jinja2', 'ldap', 'xml'],
    [{ path: 'requirements.txt', ecosystem: 'pypi' }],
  ),
  fastapi: stack(
    ['python', 'kubernetes'],
    ['fastapi', 'asyncpg', 'sqlalchemy', 'xml'],
    [{ path: 'poetry.lock', ecosystem: 'pypi' }],
  ),
  aiohttp: stack(
    ['python'],
    ['aiohttp', 'pymongo', 'asyncpg'],
    [{ path: 'requirements.txt', ecosystem: 'pypi' }],
  ),
  spring: stack(
    ['java', 'html', 'kubernetes'],
    ['spring', 'jdbctemplate', 'jpa', 'hibernate', 'ldap', 'xml'],
    [{ path: 'pom.xml', ecosystem: 'maven' }, web],
  ),
  jaxrs: stack(
    ['java', 'javascript'],
    ['jaxrs', 'servlet', 'jdbc', 'ldap', 'xml', 'jquery', 'browser'],
    [{ path: 'gradle.lockfile', ecosystem: 'maven' }],
  ),
  ktor: stack(
    ['kotlin', 'kubernetes'],
    ['ktor', 'exposed'],
    [{ path: 'gradle.lockfile', ecosystem: 'maven' }],
  ),
  android: stack(['kotlin', 'java'], ['android'], [{ path: 'app/gradle.lockfile', ecosystem: 'maven' }]),
  gin: stack(['go', 'kubernetes'], ['gin', 'gorm'], [{ path: 'go.sum', ecosystem: 'gomod' }, web]),
  nethttp: stack(
    ['go', 'kubernetes'],
    ['net-http', 'database-sql', 'sqlx'],
    [{ path: 'go.sum', ecosystem: 'gomod' }],
  ),
  echo: stack(['go'], ['echo', 'sqlx', 'database-sql'], [{ path: 'go.sum', ecosystem: 'gomod' }]),
  rails: stack(
    ['ruby', 'html', 'javascript'],
    ['rails', 'activerecord', 'jquery', 'browser'],
    [
      { path: 'Gemfile.lock', ecosystem: 'gem' },
      { path: 'yarn.lock', ecosystem: 'npm' },
    ],
  ),
  sinatra: stack(['ruby'], ['sinatra', 'activerecord'], [{ path: 'Gemfile.lock', ecosystem: 'gem' }]),
  laravel: stack(
    ['php', 'html', 'javascript'],
    ['laravel', 'eloquent', 'pdo', 'vue', 'browser'],
    [
      { path: 'composer.lock', ecosystem: 'composer' },
      { path: 'package-lock.json', ecosystem: 'npm' },
    ],
  ),
  symfony: stack(
    ['php', 'html'],
    ['symfony', 'doctrine', 'twig', 'xml', 'pdo'],
    [{ path: 'composer.lock', ecosystem: 'composer' }],
  ),
  dotnet: stack(
    ['csharp', 'html', 'kubernetes'],
    ['aspnetcore', 'efcore', 'dapper', 'ado', 'ldap'],
    [{ path: 'src/packages.lock.json', ecosystem: 'nuget' }, web],
  ),
  native: stack(['c', 'cpp', 'python'], [], [{ path: 'tools/requirements.txt', ecosystem: 'pypi' }]),
  rust: stack(['rust'], [], [{ path: 'Cargo.lock', ecosystem: 'cargo' }]),
  ios: stack(['swift', 'ruby'], ['ios-app'], [{ path: 'Gemfile.lock', ecosystem: 'gem' }]),
  infrastructure: stack(
    ['terraform', 'kubernetes', 'python'],
    ['aws', 'gcp', 'azure'],
    [{ path: 'tools/requirements.txt', ecosystem: 'pypi' }],
  ),
  actions: stack(['typescript', 'javascript'], ['axios'], [{ path: 'package-lock.json', ecosystem: 'npm' }]),
} as const satisfies Record<string, Stack>

export type StackName = keyof typeof stacks
