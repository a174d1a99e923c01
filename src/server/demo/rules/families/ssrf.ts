import type { RuleFamily } from '../family.ts'

const node = ['express', 'koa', 'fastify', 'nestjs', 'nextjs'] as const
const python = ['flask', 'django', 'fastapi', 'aiohttp'] as const
const java = ['spring', 'servlet', 'jaxrs'] as const
const go = ['net-http', 'gin', 'echo'] as const

/** Requests that the service sends to wherever a caller says. */
export const ssrf: RuleFamily = {
  key: 'ssrf',
  title: 'Server-side request forgery (SSRF)',
  cwe: 918,
  owasp: 'ssrf',
  severity: 'high',
  confidence: 'medium',
  kind: 'vuln',
  vulnerabilityClass: 'Server-Side Request Forgery (SSRF)',
  flaw: 'The service requests a URL that the caller supplies. From inside the network it can reach the cloud metadata service, admin ports and databases.',
  remedy:
    'Compare the **parsed** host with an allowlist. Resolve the name once, reject private ranges, and do not follow redirects.',
  impact: 'An attacker can read credentials from the metadata service or call internal APIs.',
  steps: [
    'Parse the URL and compare its host with the allowlist.',
    'Resolve the host and reject private and link-local ranges.',
    'Disable redirects and set a timeout.',
  ],
  real: '`{field}` contains the scheme and host, and the network policy allows this service to reach the metadata address.',
  harmless: 'Only the last segment of the path is taken from the request; the host is a constant.',
  component: { tag: 'infrastructure', risk: 'high' },
  fields: ['callbackUrl', 'imageUrl', 'webhook', 'feedUrl', 'endpoint'],
  places: [
    {
      language: 'javascript',
      frameworks: node,
      sinks: [
        {
          slug: 'fetch',
          library: 'fetch',
          flaw: ['const answer = await «fetch({field})»'],
          fix: ["const answer = await fetch(allowedAddress({field}), { redirect: 'error' })"],
          rest: ['const preview = await answer.text()'],
        },
        {
          slug: 'axios',
          library: 'axios',
          technology: 'axios',
          flaw: ['const { data } = await «axios.get({field}, { timeout: 5000 })»'],
          fix: [
            'const { data } = await axios.get(allowedAddress({field}), { timeout: 5000, maxRedirects: 0 })',
          ],
        },
        {
          slug: 'got',
          library: 'got',
          technology: 'got',
          flaw: ['const body = await «got({field})».text()'],
          fix: ['const body = await got(allowedAddress({field}), { followRedirect: false }).text()'],
        },
        {
          slug: 'puppeteer-goto',
          library: 'Puppeteer',
          technology: 'puppeteer',
          setup: ['const page = await browser.newPage()'],
          flaw: ['await «page.goto({field})»'],
          fix: ['await page.goto(allowedAddress({field}))'],
          rest: ['const pdf = await page.pdf()'],
        },
      ],
    },
    {
      language: 'python',
      frameworks: python,
      sinks: [
        {
          slug: 'requests',
          library: 'Requests',
          flaw: ['answer = «requests.get({field}, timeout=5)»'],
          fix: ['answer = requests.get(allowed_address({field}), timeout=5, allow_redirects=False)'],
          rest: ['preview = answer.text[:2000]'],
        },
        {
          slug: 'httpx',
          library: 'HTTPX',
          flaw: ['answer = «httpx.get({field})»'],
          fix: ['answer = httpx.get(allowed_address({field}), timeout=5)'],
        },
        {
          slug: 'urlopen',
          library: 'urllib',
          flaw: ['with «urllib.request.urlopen({field})» as answer:', '    body = answer.read()'],
          fix: [
            'with opener.open(allowed_address({field}), timeout=5) as answer:',
            '    body = answer.read(LIMIT)',
          ],
        },
      ],
    },
    {
      language: 'java',
      frameworks: java,
      sinks: [
        {
          slug: 'rest-template',
          library: 'RestTemplate',
          flaw: ['String body = «restTemplate.getForObject({field}, String.class)»;'],
          fix: ['String body = restTemplate.getForObject(allowed.address({field}), String.class);'],
        },
        {
          slug: 'url-open-stream',
          library: 'java.net.URL',
          flaw: [
            'try (InputStream in = «new URL({field}).openStream()») {',
            '    preview = in.readAllBytes();',
            '}',
          ],
          fix: [
            'try (InputStream in = allowed.address({field}).openStream()) {',
            '    preview = in.readNBytes(LIMIT);',
            '}',
          ],
        },
        {
          slug: 'http-client',
          library: 'HttpClient',
          flaw: [
            'var ask = HttpRequest.newBuilder(URI.create({field})).build();',
            'var answer = «client.send(ask, BodyHandlers.ofString())»;',
          ],
          fix: [
            'var ask = HttpRequest.newBuilder(allowed.address({field})).timeout(FIVE_SECONDS).build();',
            'var answer = client.send(ask, BodyHandlers.ofString());',
          ],
        },
      ],
    },
    {
      language: 'go',
      frameworks: go,
      sinks: [
        {
          slug: 'http-get',
          library: 'net/http',
          flaw: ['answer, err := «http.Get({field})»'],
          fix: ['answer, err := s.allowedClient.Get({field})'],
          rest: ['if err != nil {', '\treturn', '}'],
        },
      ],
    },
    {
      language: 'ruby',
      frameworks: ['rails', 'sinatra'],
      sinks: [
        {
          slug: 'net-http',
          library: 'Net::HTTP',
          flaw: ['answer = «Net::HTTP.get(URI({field}))»'],
          fix: ['answer = Net::HTTP.get(AllowedAddress.parse({field}))'],
        },
        {
          slug: 'open-uri',
          library: 'open-uri',
          flaw: ['image = «URI.open({field})».read'],
          fix: ['image = URI.open(AllowedAddress.parse({field}), redirect: false).read'],
        },
      ],
    },
    {
      language: 'php',
      frameworks: ['laravel', 'symfony'],
      sinks: [
        {
          slug: 'guzzle',
          library: 'Guzzle',
          flaw: ["$answer = «$client->request('GET', ${field})»;"],
          fix: ["$answer = $client->request('GET', $this->allowed(${field}), ['allow_redirects' => false]);"],
        },
        {
          slug: 'file-get-contents',
          library: 'file_get_contents',
          flaw: ['$image = «file_get_contents(${field})»;'],
          fix: ['$image = $this->download($this->allowed(${field}));'],
        },
      ],
    },
    {
      language: 'csharp',
      frameworks: ['aspnetcore'],
      sinks: [
        {
          slug: 'http-client',
          library: 'HttpClient',
          flaw: ['var body = await «_client.GetStringAsync({field})»;'],
          fix: ['var body = await _client.GetStringAsync(_allowed.Address({field}));'],
        },
      ],
    },
    {
      language: 'kotlin',
      frameworks: ['ktor'],
      sinks: [
        {
          slug: 'ktor-client',
          library: 'Ktor client',
          flaw: ['val body = «client.get({field})».bodyAsText()'],
          fix: ['val body = client.get(allowedAddress({field})).bodyAsText()'],
        },
      ],
    },
  ],
}
