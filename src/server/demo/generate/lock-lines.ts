import type { Ecosystem } from '../packages/catalogue.ts'

interface Entry {
  name: string
  version: string
  license: string
}

/** How a dependency stands in a lockfile, by the file's name where an ecosystem has several formats. */
export function lockLines(file: { path: string; ecosystem: Ecosystem }, entry: Entry): string[] {
  const { name, version } = entry
  const baseName = file.path.split('/').at(-1) ?? ''
  const own = byFile[baseName]
  return own ? own(entry) : byEcosystem[file.ecosystem](name, version, entry.license)
}

const byFile: Readonly<Record<string, (entry: Entry) => string[]>> = {
  'pnpm-lock.yaml': ({ name, version }) => [
    `  ${name.startsWith('@') ? `'${name}@${version}'` : `${name}@${version}`}:`,
    "    engines: {node: '>=0.10.0'}",
    '',
  ],
  'yarn.lock': ({ name, version }) => [
    `${name.startsWith('@') ? `"${name}@^${version}"` : `${name}@^${version}`}:`,
    `  version "${version}"`,
    '',
  ],
  'requirements.txt': ({ name, version }) => [`${name}==${version}`],
  'gradle.lockfile': ({ name, version }) => [`${name}:${version}=compileClasspath,runtimeClasspath`],
}

const table = (name: string, version: string) => [
  '[[package]]',
  `name = "${name}"`,
  `version = "${version}"`,
  '',
]

const byEcosystem: Record<Ecosystem, (name: string, version: string, license: string) => string[]> = {
  npm: (name, version, license) => [
    `    "node_modules/${name}": {`,
    `      "version": "${version}",`,
    `      "license": "${license}"`,
    '    },',
  ],
  pypi: table,
  cargo: table,
  maven: (name, version) => {
    const [group = '', artifact = name] = name.split(':')
    return [
      '    <dependency>',
      `      <groupId>${group}</groupId>`,
      `      <artifactId>${artifact}</artifactId>`,
      `      <version>${version}</version>`,
      '    </dependency>',
    ]
  },
  gomod: (name, version) => [`${name} ${version}`, `${name} ${version}/go.mod`],
  gem: (name, version) => [`    ${name} (${version})`],
  nuget: (name, version) => [
    `      "${name}": {`,
    '        "type": "Direct",',
    `        "resolved": "${version}"`,
    '      },',
  ],
  composer: (name, version) => [
    '        {',
    `            "name": "${name}",`,
    `            "version": "${version}"`,
    '        },',
  ],
}
