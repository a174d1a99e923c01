/** The supported languages and their file name extensions. */
const endings = {
  bash: 'sh bash zsh ksh',
  c: 'c h',
  cpp: 'cpp cc cxx hpp hh hxx ino',
  csharp: 'cs csx',
  css: 'css',
  dockerfile: 'dockerfile containerfile',
  go: 'go',
  graphql: 'graphql gql',
  ini: 'ini toml cfg properties',
  java: 'java',
  javascript: 'js jsx mjs cjs',
  json: 'json jsonc json5 webmanifest',
  kotlin: 'kt kts',
  less: 'less',
  lua: 'lua',
  makefile: 'makefile mk mak',
  markdown: 'md markdown',
  objectivec: 'm mm',
  perl: 'pl pm t',
  php: 'php phtml',
  python: 'py pyi pyw',
  r: 'r',
  ruby: 'rb rake gemspec gemfile rakefile',
  rust: 'rs',
  scala: 'scala sc sbt',
  scss: 'scss',
  sql: 'sql',
  swift: 'swift',
  typescript: 'ts tsx mts cts',
  vbnet: 'vb',
  xml: 'xml html htm xhtml svg vue jsp xsl xsd csproj pom plist',
  yaml: 'yml yaml',
}

export type Language = keyof typeof endings

const byEnding = new Map<string, Language>()

/**
 * Returns the language of a file by its extension or its full name, such as `Dockerfile`; undefined if it is unknown.
 */
export function languageOf(path: string | undefined): Language | undefined {
  if (byEnding.size === 0) {
    // parse: the keys of the record above.
    for (const [language, words] of Object.entries(endings) as [Language, string][]) {
      for (const word of words.split(' ')) byEnding.set(word, language)
    }
  }
  const name = path?.split(/[\\/]/).at(-1)?.toLowerCase() ?? ''
  return byEnding.get(name.slice(name.lastIndexOf('.') + 1)) ?? byEnding.get(name.split('.')[0] ?? '')
}
