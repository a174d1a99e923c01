import type { Language } from './family.ts'

/** A function around code that has none of its own, so that a short flaw is seen where it stands. */
const surroundings: Partial<Record<Language, { head: readonly string[]; tail: readonly string[] }>> = {
  javascript: {
    head: [
      'export async function {verb}{Entity}(session, id) {',
      "  await authorize(session, '{entity}:write', id)",
    ],
    tail: ["  metrics.count('{entities}.{verb}')", '}'],
  },
  typescript: {
    head: [
      'export async function {verb}{Entity}(session: Session, id: string): Promise<void> {',
      "  await authorize(session, '{entity}:write', id)",
    ],
    tail: ["  metrics.count('{entities}.{verb}')", '}'],
  },
  python: {
    head: ['def {verb}_{entity}(context, key):', '    context.audit.note("{entity}", key)'],
    tail: ['    context.metrics.count("{entities}.{verb}")', '    return key'],
  },
  java: {
    head: [
      'void {verb}{Entity}(Context context, String id) throws Exception {',
      '    context.audit().note("{entity}", id);',
    ],
    tail: ['    context.metrics().count("{entities}.{verb}");', '}'],
  },
  kotlin: {
    head: [
      'suspend fun {verb}{Entity}(context: Context, id: String) {',
      '    context.audit.note("{entity}", id)',
    ],
    tail: ['    context.metrics.count("{entities}.{verb}")', '}'],
  },
  go: {
    head: [
      'func (s *Service) {verb}{Entity}(ctx context.Context, id string) error {',
      '\ts.audit.Note(ctx, "{entity}", id)',
    ],
    tail: ['\ts.metrics.Count("{entities}.{verb}")', '\treturn nil', '}'],
  },
  ruby: {
    head: ['def {verb}_{entity}(context, id)', '  context.audit.note(:{entity}, id)'],
    tail: ["  context.metrics.count('{entities}.{verb}')", 'end'],
  },
  php: {
    head: [
      'public function {verb}{Entity}(Context $context, string $id): void',
      '{',
      "    $context->audit->note('{entity}', $id);",
    ],
    tail: ["    $context->metrics->count('{entities}.{verb}');", '}'],
  },
  csharp: {
    head: [
      'public async Task {verb}{Entity}(Context context, string id)',
      '{',
      '    await context.Audit.Note("{entity}", id);',
    ],
    tail: ['    context.Metrics.Count("{entities}.{verb}");', '}'],
  },
  c: {
    head: [
      'static int {verb}_{entity}(struct context *context, struct {entity} *{entity})',
      '{',
      '    audit_note(context, "{entity}");',
    ],
    tail: ['    return 0;', '}'],
  },
  cpp: {
    head: [
      'void Service::{verb}{Entity}(Context& context, {Entity}& {entity}) {',
      '    context.audit().note("{entity}");',
    ],
    tail: ['    context.metrics().count("{entities}.{verb}");', '}'],
  },
  rust: {
    head: [
      'pub fn {verb}_{entity}(context: &Context, id: &str) -> Result<()> {',
      '    context.audit.note("{entity}", id);',
    ],
    tail: ['    Ok(())', '}'],
  },
  swift: {
    head: ['func {verb}{Entity}(_ id: String) async throws {', '    await audit.note("{entity}", id)'],
    tail: ['    metrics.count("{entities}.{verb}")', '}'],
  },
}

/** Beginnings of code that must not be put into a function. */
const standsAlone =
  /^(\s|import |class |public |private |protected |static |@|\[|def |func |fun |override |export |use |if __name__|validates|config\.|options\.|set :|after|handler|properties|except|\}|'|[A-Z_]{3,} = |HostKey|kSec|struct |pub |let query|module|return \[|http\.(csrf|session)|app\.|verifier|router\.|describe|async function|connection\.exec|server =)/

/** A method of its own, such as `byte[] sum(Order order) {`, and no loop or condition. */
const declares = /^[\w:<>[\]]+[&*]? [\w:{}]+\([^)]*\)[^;]*\{$/

/** Puts short code into a function of its language; gives how deep it stands then. */
export function surround(
  language: Language,
  indent: string,
  code: readonly string[],
): { handler: readonly string[] } {
  const around = surroundings[language]
  const first = code[0]?.replace(/[«‹]/g, '') ?? ''
  if (!around || code.length > 4 || standsAlone.test(first) || declares.test(first))
    return { handler: ['{body}'] }
  return { handler: [...around.head, `${indent}{body}`, ...around.tail] }
}

/** Where files of a language usually lie; slots as in code. */
export const usualPaths: Record<Language, readonly string[]> = {
  javascript: [
    'src/routes/{entities}.js',
    'src/{entities}/{verb}.js',
    'server/api/{entities}.js',
    'lib/{entity}-service.js',
  ],
  typescript: [
    'src/{entities}/{entity}.controller.ts',
    'src/routes/{entities}.ts',
    'src/{entities}/{verb}-{entity}.ts',
    'app/api/{entities}/route.ts',
  ],
  python: [
    '{package}/{entities}/views.py',
    '{package}/api/{entities}.py',
    '{package}/services/{entity}.py',
    '{package}/tasks/{verb}_{entity}.py',
  ],
  java: [
    'src/main/java/com/acme/{package}/{entity}/{Entity}Controller.java',
    'src/main/java/com/acme/{package}/{entity}/{Entity}Service.java',
    'src/main/java/com/acme/{package}/web/{Entity}Resource.java',
  ],
  kotlin: [
    'src/main/kotlin/com/acme/{package}/{Entity}Routes.kt',
    'src/main/kotlin/com/acme/{package}/{entity}/{Entity}Store.kt',
  ],
  go: [
    'internal/{entity}/handler.go',
    'internal/{entity}/service.go',
    'internal/api/{entities}.go',
    'cmd/{package}/main.go',
  ],
  ruby: [
    'app/controllers/{entities}_controller.rb',
    'app/services/{verb}_{entity}.rb',
    'app/models/{entity}.rb',
  ],
  php: [
    'app/Http/Controllers/{Entity}Controller.php',
    'src/Controller/{Entity}Controller.php',
    'app/Services/{Entity}Service.php',
  ],
  csharp: ['src/Acme.{Package}/Controllers/{Entity}Controller.cs', 'src/Acme.{Package}/{Entity}Service.cs'],
  c: ['src/{entity}.c', 'src/net/{entity}_io.c'],
  cpp: ['src/{entity}/{entity}_service.cpp', 'src/{entity}.cpp'],
  rust: ['src/{entity}.rs', 'crates/{package}/src/{entity}/mod.rs'],
  swift: ['Sources/Acme/{Entity}/{Entity}Client.swift', 'App/Features/{Entity}/{Entity}View.swift'],
  terraform: ['modules/{entities}/main.tf', 'environments/production/{entities}.tf', 'infra/{entities}.tf'],
  dockerfile: ['Dockerfile', 'docker/{entities}/Dockerfile', 'services/{entities}/Dockerfile'],
  'github-actions': ['.github/workflows/{pipeline}.yml'],
  kubernetes: ['deploy/{entities}.yaml'],
  html: ['templates/{entities}/{verb}.html', 'public/{entities}.html'],
  bash: ['scripts/{verb}-{entities}.sh'],
}
