import type { RuleFamily } from '../family.ts'

/** Session cookies that browser scripts can read. */
export const cookieHttpOnly: RuleFamily = {
  key: 'cookie-missing-httponly',
  title: 'Cookie without HttpOnly',
  cwe: 1004,
  owasp: 'misconfiguration',
  severity: 'low',
  confidence: 'medium',
  kind: 'audit',
  vulnerabilityClass: 'Cookie Security',
  flaw: 'A session cookie is set without `HttpOnly`, so every script on the page can read it.',
  remedy: 'Set `HttpOnly` on every cookie that our scripts do not read.',
  impact: 'A single cross-site scripting vulnerability is enough to steal the session.',
  steps: ['Set the attribute.', 'Search for scripts that read the cookie.', 'Test the response header.'],
  real: 'The cookie contains the session id, and no script of the page reads it.',
  harmless: 'The cookie contains the selected language, which a script of the page reads.',
  component: { tag: 'user authentication', risk: 'neutral' },
  places: [
    {
      language: 'javascript',
      sinks: [
        {
          slug: 'express',
          library: 'Express',
          technology: 'express',
          flaw: ["«res.cookie('{entity}_session', token, { secure: true })»"],
          fix: ["res.cookie('{entity}_session', token, { secure: true, httpOnly: true })"],
          setup: ['const token = await issueToken(user)'],
          rest: ["res.redirect('/{entities}')"],
        },
        {
          slug: 'koa',
          library: 'Koa',
          technology: 'koa',
          flaw: ["«ctx.cookies.set('{entity}', token, { httpOnly: false })»"],
          fix: ["ctx.cookies.set('{entity}', token, { httpOnly: true, secure: true })"],
        },
        {
          slug: 'express-session',
          library: 'express-session',
          technology: 'express',
          setup: ['app.use(session({', '  secret: config.sessionKeys,', '  store,'],
          flaw: ['  cookie: { «httpOnly: false», secure: true },'],
          fix: ['  cookie: { httpOnly: true, secure: true },'],
          rest: ['}))'],
        },
      ],
    },
    {
      language: 'python',
      sinks: [
        {
          slug: 'flask',
          library: 'Flask',
          technology: 'flask',
          flaw: ["«response.set_cookie('{entity}_session', token, secure=True)»"],
          fix: ["response.set_cookie('{entity}_session', token, secure=True, httponly=True)"],
          rest: ['return response'],
        },
        {
          slug: 'django-settings',
          library: 'Django',
          technology: 'django',
          setup: ["SESSION_ENGINE = 'django.contrib.sessions.backends.cached_db'"],
          flaw: ['«SESSION_COOKIE_HTTPONLY = False»'],
          fix: ['SESSION_COOKIE_HTTPONLY = True'],
        },
        {
          slug: 'fastapi',
          library: 'FastAPI',
          technology: 'fastapi',
          flaw: ['«response.set_cookie("{entity}", token, httponly=False)»'],
          fix: ['response.set_cookie("{entity}", token, httponly=True, secure=True)'],
        },
      ],
    },
    {
      language: 'java',
      sinks: [
        {
          slug: 'servlet-cookie',
          library: 'Servlet',
          technology: 'spring',
          setup: ['Cookie cookie = new Cookie("{entity}", token);'],
          flaw: ['«cookie.setHttpOnly(false)»;'],
          fix: ['cookie.setHttpOnly(true);'],
          rest: ['response.addCookie(cookie);'],
        },
        {
          slug: 'response-cookie',
          library: 'ResponseCookie',
          technology: 'spring',
          flaw: ['var cookie = «ResponseCookie.from("{entity}", token).httpOnly(false)».build();'],
          fix: ['var cookie = ResponseCookie.from("{entity}", token).httpOnly(true).secure(true).build();'],
        },
      ],
    },
    {
      language: 'go',
      sinks: [
        {
          slug: 'http-cookie',
          library: 'net/http',
          technology: 'net-http',
          setup: ['cookie := &http.Cookie{', '\tName:  "{entity}",'],
          flaw: ['\t«HttpOnly: false,»'],
          fix: ['\tHttpOnly: true,'],
          rest: ['\tValue: token,', '}', 'http.SetCookie(w, cookie)'],
        },
        {
          slug: 'gin-set-cookie',
          library: 'Gin',
          technology: 'gin',
          flaw: ['«c.SetCookie("{entity}", token, 3600, "/", "", true, false)»'],
          fix: ['c.SetCookie("{entity}", token, 3600, "/", "", true, true)'],
        },
      ],
    },
    {
      language: 'ruby',
      sinks: [
        {
          slug: 'rails-cookies',
          library: 'Rails',
          technology: 'rails',
          flaw: ['«cookies[:{entity}] = { value: token, httponly: false }»'],
          fix: ['cookies[:{entity}] = { value: token, httponly: true, secure: true }'],
        },
      ],
    },
    {
      language: 'php',
      sinks: [
        {
          slug: 'setcookie',
          library: 'setcookie',
          flaw: ["«setcookie('{entity}', $token, time() + 3600, '/', '', true, false)»;"],
          fix: [
            "setcookie('{entity}', $token, ['secure' => true, 'httponly' => true, 'samesite' => 'Lax']);",
          ],
        },
      ],
    },
    {
      language: 'csharp',
      sinks: [
        {
          slug: 'cookie-options',
          library: 'ASP.NET Core',
          technology: 'aspnetcore',
          flaw: ['var options = new CookieOptions { Secure = true, «HttpOnly = false» };'],
          fix: ['var options = new CookieOptions { Secure = true, HttpOnly = true };'],
          rest: ['Response.Cookies.Append("{entity}", token, options);'],
        },
      ],
    },
  ],
}
