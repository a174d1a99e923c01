import type { RuleFamily } from '../family.ts'

export const tabNabbing: RuleFamily = {
  key: 'missing-integrity',
  title: 'Missing subresource integrity',
  cwe: 353,
  owasp: 'integrity',
  severity: 'low',
  confidence: 'high',
  kind: 'secure default',
  vulnerabilityClass: 'Code Injection',
  flaw: 'A page loads a script from another host without `integrity`. The owner of that host can run code in **our page**.',
  remedy: 'Serve the file from our own host, or specify its digest.',
  impact: 'A compromised script host can read what customers type.',
  steps: ['Add the file to the build.', 'Alternatively, add the digest and `crossorigin`.'],
  real: 'Customers enter card data on the page.',
  harmless: 'The page is the internal style guide.',
  component: { tag: 'payments', risk: 'neutral' },
  places: [
    {
      language: 'html',
      paths: ['public/index.html', 'templates/{entities}/base.html'],
      sinks: [
        {
          slug: 'script',
          library: 'script',
          setup: ['<head>', '  <meta charset="utf-8">'],
          flaw: ['  «<script src="https://cdn.metrics.example/v3.js"></script>»'],
          fix: ['  <script src="/assets/metrics-v3.js"></script>'],
          rest: ['</head>'],
        },
        {
          slug: 'stylesheet',
          library: 'stylesheet',
          title: 'Missing subresource integrity (stylesheet)',
          setup: ['<head>'],
          flaw: ['  «<link rel="stylesheet" href="https://cdn.fonts.example/inter.css">»'],
          fix: ['  <link rel="stylesheet" href="/assets/inter.css">'],
          rest: ['</head>'],
        },
        {
          slug: 'plaintext-form',
          library: 'form',
          title: 'Form submitted over HTTP',
          severity: 'medium',
          flaw: ['<form «action="http://{entities}.acme.example/save"» method="post">'],
          fix: ['<form action="/save" method="post">'],
          rest: ['  <input name="email" type="email">', '</form>'],
        },
      ],
    },
  ],
}
