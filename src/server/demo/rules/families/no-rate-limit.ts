import type { RuleFamily } from '../family.ts'

/** Sign-in without any limit of attempts. */
export const noRateLimit: RuleFamily = {
  key: 'unlimited-sign-in',
  title: 'Missing rate limit on sign-in',
  cwe: 307,
  owasp: 'authentication',
  severity: 'low',
  confidence: 'low',
  kind: 'secure default',
  vulnerabilityClass: 'Improper Authentication',
  flaw: 'A route that checks passwords or codes accepts an unlimited number of attempts.',
  remedy: 'Limit the attempts for each account and address, and add a delay after failures.',
  impact: 'Passwords and six-digit codes can be guessed by brute force.',
  steps: [
    'Add a limiter in front of the route.',
    'Count failures for each account.',
    'Alert on a high number of failures.',
  ],
  real: 'Neither the route nor the gateway has a limit.',
  harmless: 'The gateway allows ten requests per minute and address for this path.',
  component: { tag: 'user authentication', risk: 'neutral' },
  places: [
    {
      language: 'javascript',
      sinks: [
        {
          slug: 'express',
          library: 'Express',
          technology: 'express',
          flaw: ["«router.post('/sign-in', signIn)»"],
          fix: ["router.post('/sign-in', limitAttempts, signIn)"],
        },
        {
          slug: 'nest',
          library: 'NestJS',
          technology: 'nestjs',
          setup: ["@Controller('session')", 'export class SessionController {'],
          flaw: ["  «@Post('code')»"],
          fix: ['  @Throttle({ default: { limit: 10, ttl: 60_000 } })', "  @Post('code')"],
          rest: ['  check(@Body() body: CodeForm) {'],
        },
      ],
    },
    {
      language: 'python',
      sinks: [
        {
          slug: 'fastapi',
          library: 'FastAPI',
          technology: 'fastapi',
          flaw: ['«@router.post("/sign-in")»'],
          fix: ['@router.post("/sign-in", dependencies=[Depends(attempts)])'],
          rest: ['async def sign_in(form: SignIn):', '    return await check(form)'],
        },
        {
          slug: 'flask',
          library: 'Flask',
          technology: 'flask',
          flaw: ['«@app.post("/sign-in")»'],
          fix: ['@app.post("/sign-in")', '@limiter.limit("10/minute")'],
          rest: ['def sign_in():'],
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
          flaw: ['«class SessionsController < ApplicationController»'],
          fix: [
            'class SessionsController < ApplicationController',
            '  rate_limit to: 10, within: 1.minute, only: :create',
          ],
          rest: ['  def create'],
        },
      ],
    },
  ],
}
