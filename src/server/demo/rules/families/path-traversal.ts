import type { RuleFamily } from '../family.ts'

const node = ['express', 'koa', 'fastify', 'nestjs', 'nextjs'] as const
const python = ['flask', 'django', 'fastapi', 'aiohttp'] as const
const java = ['spring', 'servlet', 'jaxrs'] as const
const go = ['net-http', 'gin', 'echo'] as const

/** Files whose name comes from the request. */
export const pathTraversal: RuleFamily = {
  key: 'path-traversal',
  title: 'Path traversal',
  cwe: 22,
  owasp: 'access',
  severity: 'medium',
  confidence: 'medium',
  kind: 'vuln',
  vulnerabilityClass: 'Path Traversal',
  flaw: 'A path is built from a folder and a request value. The segment `..` in the value leads **out of the folder**, and joining paths does not prevent it.',
  remedy:
    'Resolve the path and check that it is still inside the folder, or store files under generated ids.',
  impact: 'An attacker can read or overwrite any file that the service can access.',
  steps: [
    'Resolve the joined path.',
    'Check that it starts with the resolved folder and a separator.',
    'Return 404 for anything outside.',
  ],
  real: 'The value reaches the file system with its slashes.',
  harmless: 'The route accepts a single path segment, and the storage layer rejects leading dots.',
  component: { tag: 'user data', risk: 'neutral' },
  fields: ['fileName', 'document', 'attachment', 'templateName', 'exportName'],
  places: [
    {
      language: 'javascript',
      frameworks: node,
      sinks: [
        {
          slug: 'read-file',
          library: 'node:fs',
          flaw: ["const content = await «readFile(join('storage/{entities}', {field}))»"],
          fix: ["const content = await readFile(within('storage/{entities}', {field}))"],
        },
        {
          slug: 'write-file',
          library: 'fs.writeFile',
          severity: 'high',
          flaw: ['await «writeFile(`./exports/${{field}}`, JSON.stringify({entity}))»'],
          fix: ["await writeFile(within('./exports', {field}), JSON.stringify({entity}))"],
          setup: ['const {entity} = await load{Entity}(session)'],
        },
        {
          slug: 'create-read-stream',
          library: 'createReadStream',
          flaw: ['const stream = «createReadStream(path.join(root, {field}))»'],
          fix: ['const stream = createReadStream(within(root, {field}))'],
        },
      ],
    },
    {
      language: 'python',
      frameworks: python,
      sinks: [
        {
          slug: 'open',
          library: 'open',
          flaw: ['with «open(os.path.join(UPLOADS, {field}), "rb")» as file:', '    content = file.read()'],
          fix: ['with open(within(UPLOADS, {field}), "rb") as file:', '    content = file.read()'],
        },
        {
          slug: 'send-file',
          library: 'send_file',
          technology: 'flask',
          flaw: ['return «send_file(UPLOADS + "/" + {field})»'],
          fix: ['return send_from_directory(UPLOADS, {field})'],
        },
      ],
    },
    {
      language: 'java',
      frameworks: java,
      sinks: [
        {
          slug: 'new-file',
          library: 'java.io.File',
          flaw: ['File file = «new File("/srv/{entities}/" + {field})»;'],
          fix: ['Path file = within(Path.of("/srv/{entities}"), {field});'],
          rest: ['byte[] content = Files.readAllBytes(file.toPath());'],
        },
        {
          slug: 'paths-get',
          library: 'java.nio.file',
          flaw: ['byte[] content = «Files.readAllBytes(Paths.get(ROOT, {field}))»;'],
          fix: ['byte[] content = Files.readAllBytes(within(ROOT, {field}));'],
        },
      ],
    },
    {
      language: 'go',
      frameworks: go,
      sinks: [
        {
          slug: 'os-open',
          library: 'os.Open',
          flaw: ['file, err := «os.Open(filepath.Join("/srv/{entities}", {field}))»'],
          fix: ['file, err := s.root.Open({field})'],
        },
      ],
    },
    {
      language: 'ruby',
      frameworks: ['rails', 'sinatra'],
      sinks: [
        {
          slug: 'send-file',
          library: 'send_file',
          flaw: ["«send_file(Rails.root.join('storage', {field}))»"],
          fix: ["send_file(within('storage', {field}))"],
        },
      ],
    },
    {
      language: 'php',
      frameworks: ['laravel', 'symfony'],
      sinks: [
        {
          slug: 'include',
          library: 'include',
          severity: 'high',
          flaw: ["«include __DIR__ . '/pages/' . ${field}»;"],
          fix: ["include self::PAGES[${field}] ?? self::PAGES['home'];"],
        },
        {
          slug: 'file',
          library: 'readfile',
          flaw: ["«readfile(storage_path('{entities}/' . ${field}))»;"],
          fix: ["readfile(storage_path('{entities}/' . basename(${field})));"],
        },
      ],
    },
    {
      language: 'csharp',
      frameworks: ['aspnetcore'],
      sinks: [
        {
          slug: 'path-combine',
          library: 'Path.Combine',
          flaw: ['var bytes = await «System.IO.File.ReadAllBytesAsync(Path.Combine(_root, {field}))»;'],
          fix: ['var bytes = await System.IO.File.ReadAllBytesAsync(_files.Within(_root, {field}));'],
        },
      ],
    },
    {
      language: 'kotlin',
      frameworks: ['ktor'],
      sinks: [
        {
          slug: 'file',
          library: 'java.io.File',
          flaw: ['call.respondFile(«File("/srv/{entities}", {field})»)'],
          fix: ['call.respondFile(within(File("/srv/{entities}"), {field}))'],
        },
      ],
    },
  ],
}
