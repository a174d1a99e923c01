import type { RuleFamily } from '../family.ts'

/** Sessions that keep their id when somebody signs in. */
export const sessionFixation: RuleFamily = {
  key: 'session-fixation',
  title: 'Session fixation',
  cwe: 384,
  owasp: 'authentication',
  severity: 'medium',
  confidence: 'low',
  kind: 'audit',
  vulnerabilityClass: 'Improper Authentication',
  flaw: 'The session keeps its id after sign-in. An attacker who planted this id shares the signed-in session.',
  remedy: 'Create a new session at sign-in and copy only the data that is needed.',
  impact: 'A crafted link gives the attacker access to the session of the person who signs in.',
  steps: [
    'Create a new session id after verifying the password.',
    'Delete the old session.',
    'Test that the cookie changes.',
  ],
  real: 'The id from the cookie is accepted before sign-in and never changed.',
  harmless: 'The callback of the identity provider always starts a new session.',
  component: { tag: 'user authentication', risk: 'high' },
  places: [
    {
      language: 'javascript',
      sinks: [
        {
          slug: 'express-session',
          library: 'express-session',
          technology: 'express',
          setup: [
            "router.post('/sign-in', async (req, res) => {",
            '  const user = await checkPassword(req.body)',
          ],
          flaw: ['  «req.session.userId = user.id»'],
          fix: ['  await regenerate(req)', '  req.session.userId = user.id'],
          rest: ["  res.redirect('/{entities}')", '})'],
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
          flaw: ['http.sessionManagement(session -> «session.sessionFixation().none()»);'],
          fix: ['http.sessionManagement(session -> session.sessionFixation().changeSessionId());'],
        },
      ],
    },
    {
      language: 'php',
      sinks: [
        {
          slug: 'php-session',
          library: 'PHP sessions',
          setup: ['if (password_verify($password, $user->hash)) {'],
          flaw: ["    «$_SESSION['user'] = $user->id;»"],
          fix: ['    session_regenerate_id(true);', "    $_SESSION['user'] = $user->id;"],
          rest: ['}'],
        },
      ],
    },
    {
      language: 'ruby',
      sinks: [
        {
          slug: 'rails',
          library: 'Rails',
          technology: 'rails',
          setup: ['user = User.authenticate_by(sign_in_params)'],
          flaw: ['«session[:user_id] = user.id»'],
          fix: ['reset_session', 'session[:user_id] = user.id'],
        },
      ],
    },
  ],
}
