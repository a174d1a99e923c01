import type { RuleFamily } from '../family.ts'

export const noTimeout: RuleFamily = {
  key: 'request-without-timeout',
  title: 'Missing request timeout',
  cwe: 400,
  owasp: 'exceptions',
  severity: 'low',
  confidence: 'high',
  category: 'best-practice',
  kind: 'audit',
  vulnerabilityClass: 'Denial-of-Service (DoS)',
  flaw: 'A request to another service waits **forever** by default. One slow service can block all workers.',
  remedy: 'Set a timeout for every request and limit the number of retries.',
  impact: 'An outage of one service spreads to the services that call it.',
  steps: ['Set the timeout in the shared client.', 'Handle the error.'],
  real: 'The call is part of handling a request.',
  harmless: 'The call is in a script that is run interactively.',
  component: { tag: 'infrastructure', risk: 'low' },
  places: [
    {
      language: 'python',
      sinks: [
        {
          slug: 'requests',
          library: 'Requests',
          setup: ['def fetch_{entity}(key):'],
          flaw: ['    answer = «requests.get(f"{LEDGER_URL}/{entities}/{key}")»'],
          fix: ['    answer = requests.get(f"{LEDGER_URL}/{entities}/{key}", timeout=5)'],
          rest: ['    answer.raise_for_status()', '    return answer.json()'],
        },
      ],
    },
    {
      language: 'go',
      sinks: [
        {
          slug: 'default-client',
          library: 'net/http',
          flaw: ['answer, err := «http.DefaultClient.Do(request)»'],
          fix: ['answer, err := s.client.Do(request)'],
        },
        {
          slug: 'server-timeouts',
          library: 'http.Server',
          technology: 'net-http',
          flaw: ['server := «&http.Server{Addr: ":8080", Handler: router}»'],
          fix: ['server := &http.Server{Addr: ":8080", Handler: router, ReadHeaderTimeout: 5 * time.Second}'],
        },
      ],
    },
    {
      language: 'java',
      sinks: [
        {
          slug: 'http-client',
          library: 'HttpClient',
          flaw: ['HttpClient client = «HttpClient.newHttpClient()»;'],
          fix: ['HttpClient client = HttpClient.newBuilder().connectTimeout(FIVE_SECONDS).build();'],
        },
      ],
    },
    {
      language: 'javascript',
      sinks: [
        {
          slug: 'fetch',
          library: 'fetch',
          flaw: ['const answer = await «fetch(`${ledgerUrl}/{entities}/${id}`)»'],
          fix: [
            'const answer = await fetch(`${ledgerUrl}/{entities}/${id}`, { signal: AbortSignal.timeout(5000) })',
          ],
        },
      ],
    },
    {
      language: 'csharp',
      sinks: [
        {
          slug: 'http-client',
          library: 'HttpClient',
          flaw: ['var client = new HttpClient { «Timeout = Timeout.InfiniteTimeSpan» };'],
          fix: ['var client = new HttpClient { Timeout = TimeSpan.FromSeconds(5) };'],
        },
      ],
    },
  ],
}
