import type { RuleFamily } from '../family.ts'

const node = ['express', 'koa', 'fastify', 'nestjs', 'nextjs'] as const
const python = ['flask', 'django', 'fastapi', 'aiohttp'] as const
const java = ['spring', 'servlet', 'jaxrs'] as const
const go = ['net-http', 'gin', 'echo'] as const

/** Programs started through a shell with a value from the request. */
export const commandInjection: RuleFamily = {
  key: 'command-injection',
  title: 'Command injection',
  cwe: 78,
  owasp: 'injection',
  severity: 'high',
  confidence: 'high',
  kind: 'vuln',
  vulnerabilityClass: 'Command Injection',
  flaw: 'A request value is part of a command line that is run by a **shell**. Characters such as `;`, `|` or `$( )` start a second command.',
  remedy:
    'Start the program directly with a list of arguments, so that no shell parses the value. Put `--` before positional arguments.',
  impact: 'Any caller of the route can run commands on the host with the permissions of the service.',
  steps: [
    'Use a call that takes the program and its arguments separately.',
    'Reject values that start with `-`.',
    'If the tool reads untrusted files, run it in a container without network access.',
  ],
  real: '`/bin/sh` interprets the command string, and `{field}` is only trimmed before it is inserted.',
  harmless:
    'The value is an id that the service generates, and the route only accepts 26 letters and digits.',
  component: { tag: 'infrastructure', risk: 'high' },
  fields: ['fileName', 'branch', 'host', 'format', 'label'],
  places: [
    {
      language: 'javascript',
      frameworks: node,
      sinks: [
        {
          slug: 'exec',
          library: 'child_process.exec',
          flaw: ['const { stdout } = await «run(`convert uploads/${{field}} -resize 640x out.png`)»'],
          fix: [
            "const { stdout } = await runFile('convert', [`uploads/${basename({field})}`, '-resize', '640x', 'out.png'])",
          ],
          setup: ['const run = promisify(exec)'],
        },
        {
          slug: 'exec-sync',
          library: 'execSync',
          flaw: ["const log = «execSync('git log --oneline -20 ' + {field})».toString()"],
          fix: [
            "const log = execFileSync('git', ['log', '--oneline', '-20', '--end-of-options', {field}]).toString()",
          ],
        },
        {
          slug: 'spawn-shell',
          library: 'spawn with shell',
          flaw: ['const job = «spawn(`wkhtmltopdf ${{field}} report.pdf`, { shell: true })»'],
          fix: ["const job = spawn('wkhtmltopdf', ['--', {field}, 'report.pdf'])"],
          rest: ["job.on('close', finish)"],
        },
      ],
    },
    {
      language: 'python',
      frameworks: python,
      sinks: [
        {
          slug: 'subprocess-shell',
          library: 'subprocess',
          flaw: ['output = «subprocess.check_output(f"pdftotext {{field}} -", shell=True)»'],
          fix: ['output = subprocess.check_output(["pdftotext", "--", {field}, "-"])'],
        },
        {
          slug: 'os-system',
          library: 'os.system',
          flaw: ['«os.system("tar czf /backup/{entity}.tgz " + {field})»'],
          fix: ['subprocess.run(["tar", "czf", "/backup/{entity}.tgz", "--", {field}], check=True)'],
        },
      ],
    },
    {
      language: 'java',
      frameworks: java,
      sinks: [
        {
          slug: 'runtime-exec',
          library: 'Runtime.exec',
          flaw: ['Process process = «Runtime.getRuntime().exec("sh -c \'ping -c 1 " + {field} + "\'")»;'],
          fix: ['Process process = new ProcessBuilder("ping", "-c", "1", "--", {field}).start();'],
          rest: ['int exit = process.waitFor();'],
        },
        {
          slug: 'process-builder-shell',
          library: 'ProcessBuilder',
          flaw: ['var builder = «new ProcessBuilder("bash", "-c", "gs -o out.pdf " + {field})»;'],
          fix: ['var builder = new ProcessBuilder("gs", "-o", "out.pdf", "--", {field});'],
          rest: ['builder.redirectErrorStream(true).start();'],
        },
      ],
    },
    {
      language: 'go',
      frameworks: go,
      sinks: [
        {
          slug: 'exec-shell',
          library: 'os/exec',
          flaw: ['out, err := «exec.Command("sh", "-c", "ffprobe "+{field})».Output()'],
          fix: ['out, err := exec.Command("ffprobe", "--", {field}).Output()'],
        },
      ],
    },
    {
      language: 'ruby',
      frameworks: ['rails', 'sinatra'],
      sinks: [
        {
          slug: 'backticks',
          library: 'backticks',
          flaw: ['report = «`identify #{{field}}`»'],
          fix: ["report, = Open3.capture2('identify', '--', {field})"],
        },
        {
          slug: 'kernel-system',
          library: 'Kernel#system',
          flaw: ['«system("zip -r export.zip #{{field}}")»'],
          fix: ["system('zip', '-r', 'export.zip', '--', {field})"],
        },
      ],
    },
    {
      language: 'php',
      frameworks: ['laravel', 'symfony'],
      sinks: [
        {
          slug: 'shell-exec',
          library: 'shell_exec',
          flaw: ['$info = «shell_exec("exiftool " . ${field})»;'],
          fix: [
            "$process = new Process(['exiftool', '--', ${field}]);",
            '$process->mustRun();',
            '$info = $process->getOutput();',
          ],
        },
      ],
    },
    {
      language: 'csharp',
      frameworks: ['aspnetcore'],
      sinks: [
        {
          slug: 'process-start',
          library: 'Process.Start',
          flaw: ['«Process.Start("cmd.exe", "/c magick " + {field} + " out.png")»;'],
          fix: [
            'var start = new ProcessStartInfo("magick") { ArgumentList = { "--", {field}, "out.png" } };',
            'Process.Start(start);',
          ],
        },
      ],
    },
    {
      language: 'kotlin',
      frameworks: ['ktor'],
      sinks: [
        {
          slug: 'process-builder',
          library: 'ProcessBuilder',
          flaw: ['val job = «ProcessBuilder("sh", "-c", "tesseract $' + '{field} out")».start()'],
          fix: ['val job = ProcessBuilder("tesseract", "--", {field}, "out").start()'],
        },
      ],
    },
  ],
}
