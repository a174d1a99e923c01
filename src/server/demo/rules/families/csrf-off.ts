import type { RuleFamily } from '../family.ts'

/** Forms that any page can send. */
export const csrfOff: RuleFamily = {
  key: 'csrf-protection-off',
  title: 'CSRF protection disabled',
  cwe: 352,
  owasp: 'access',
  severity: 'medium',
  confidence: 'medium',
  kind: 'audit',
  vulnerabilityClass: 'Cross-Site Request Forgery (CSRF)',
  flaw: 'A route that changes data accepts a session cookie without a CSRF token. **Any website** in the same browser can send such a request.',
  remedy:
    'Enable the CSRF protection of the framework, or check `Sec-Fetch-Site` and `Origin` for every unsafe method.',
  impact: 'A malicious website can place orders or change settings on behalf of a visitor.',
  steps: [
    'Remove the exception.',
    'Send the token with the form.',
    'As an additional measure, set `SameSite=Lax` on the session cookie.',
  ],
  real: 'The route accepts the session cookie and changes data.',
  harmless: 'The route only accepts bearer tokens, which another site cannot send.',
  component: { tag: 'user data', risk: 'neutral' },
  places: [
    {
      language: 'python',
      sinks: [
        {
          slug: 'django-csrf-exempt',
          library: 'Django',
          technology: 'django',
          flaw: ['«@csrf_exempt»', 'def update_{entity}(request, pk):'],
          fix: ['def update_{entity}(request, pk):'],
          rest: [
            '    form = {Entity}Form(request.POST)',
            '    form.save()',
            "    return redirect('{entities}')",
          ],
        },
        {
          slug: 'flask-wtf',
          library: 'Flask-WTF',
          technology: 'flask',
          flaw: ["«app.config['WTF_CSRF_ENABLED'] = False»"],
          fix: ["app.config['WTF_CSRF_ENABLED'] = True"],
        },
      ],
    },
    {
      language: 'java',
      sinks: [
        {
          slug: 'spring-security',
          library: 'Spring Security',
          technology: 'spring',
          setup: ['@Bean', 'SecurityFilterChain chain(HttpSecurity http) throws Exception {'],
          flaw: ['    «http.csrf(csrf -> csrf.disable())»;'],
          fix: ['    http.csrf(Customizer.withDefaults());'],
          rest: ['    return http.build();', '}'],
        },
      ],
    },
    {
      language: 'ruby',
      sinks: [
        {
          slug: 'rails-skip-forgery',
          library: 'Rails',
          technology: 'rails',
          setup: ['class {Entity}sController < ApplicationController'],
          flaw: ['  «skip_before_action :verify_authenticity_token»'],
          fix: ['  protect_from_forgery with: :exception'],
          rest: ['', '  def update'],
        },
        {
          slug: 'rails-null-session',
          title: 'CSRF protection with null session: Rails',
          library: 'Rails',
          technology: 'rails',
          severity: 'low',
          setup: ['class ApplicationController < ActionController::Base'],
          flaw: ['  «protect_from_forgery with: :null_session»'],
          fix: ['  protect_from_forgery with: :exception'],
          rest: ['end'],
        },
      ],
    },
    {
      language: 'php',
      sinks: [
        {
          slug: 'laravel-except',
          library: 'Laravel',
          technology: 'laravel',
          setup: ['class VerifyCsrfToken extends Middleware', '{'],
          flaw: ["    «protected $except = ['{entities}/*'];»"],
          fix: ['    protected $except = [];'],
          rest: ['}'],
        },
        {
          slug: 'symfony-form',
          library: 'Symfony forms',
          technology: 'symfony',
          flaw: ["«$resolver->setDefaults(['csrf_protection' => false])»;"],
          fix: ["$resolver->setDefaults(['csrf_protection' => true]);"],
        },
      ],
    },
    {
      language: 'csharp',
      sinks: [
        {
          slug: 'ignore-antiforgery',
          library: 'ASP.NET Core',
          technology: 'aspnetcore',
          flaw: ['«[IgnoreAntiforgeryToken]»', '[HttpPost("{route}")]'],
          fix: ['[ValidateAntiForgeryToken]', '[HttpPost("{route}")]'],
          rest: ['public async Task<IActionResult> Save({Entity}Form form)'],
        },
      ],
    },
    {
      language: 'javascript',
      sinks: [
        {
          slug: 'express-no-csrf',
          library: 'Express',
          technology: 'express',
          setup: ['app.use(session(sessionOptions))'],
          flaw: ["«app.post('/{entities}', save{Entity})»"],
          fix: ["app.post('/{entities}', sameOrigin, save{Entity})"],
        },
        {
          slug: 'koa-no-csrf',
          library: 'Koa',
          technology: 'koa',
          setup: ['app.use(session(options, app))'],
          flaw: ["«router.post('/{entities}', save{Entity})»"],
          fix: ["router.post('/{entities}', sameOrigin, save{Entity})"],
        },
      ],
    },
  ],
}
