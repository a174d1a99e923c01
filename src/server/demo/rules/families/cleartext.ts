import type { RuleFamily } from '../family.ts'

export const cleartext: RuleFamily = {
  key: 'cleartext-traffic',
  title: 'Cleartext transmission',
  cwe: 319,
  owasp: 'crypto',
  severity: 'low',
  confidence: 'medium',
  kind: 'audit',
  vulnerabilityClass: 'Mishandled Sensitive Information',
  flaw: 'Data is sent over plain HTTP or an unencrypted socket. Anyone on the network path can read and change it.',
  remedy: 'Use `https`, `wss` or TLS, also inside the data center.',
  impact: 'Tokens and personal data can be intercepted.',
  steps: ['Change the scheme.', 'Verify the certificate of the server.'],
  real: 'The address is outside the cluster.',
  harmless: 'The address is `localhost` in the same pod.',
  component: { tag: 'infrastructure', risk: 'low' },
  places: [
    {
      language: 'swift',
      sinks: [
        {
          slug: 'http-url',
          library: 'URLSession',
          flaw: ['let url = URL(string: «"http://api.acme.example/{entities}"»)!'],
          fix: ['let url = URL(string: "https://api.acme.example/{entities}")!'],
          rest: ['let (data, _) = try await URLSession.shared.data(from: url)'],
        },
      ],
    },
    {
      language: 'kotlin',
      sinks: [
        {
          slug: 'http-url',
          library: 'OkHttp',
          flaw: ['val request = Request.Builder().url(«"http://api.acme.example/{entities}"»).build()'],
          fix: ['val request = Request.Builder().url("https://api.acme.example/{entities}").build()'],
        },
      ],
    },
    {
      language: 'go',
      sinks: [
        {
          slug: 'grpc-insecure',
          library: 'gRPC',
          flaw: [
            'connection, err := grpc.NewClient(address, grpc.WithTransportCredentials(«insecure.NewCredentials()»))',
          ],
          fix: ['connection, err := grpc.NewClient(address, grpc.WithTransportCredentials(s.mutualTLS))'],
        },
        {
          slug: 'listen-and-serve',
          library: 'net/http',
          technology: 'net-http',
          flaw: ['log.Fatal(«http.ListenAndServe(":8080", router)»)'],
          fix: ['log.Fatal(http.ListenAndServeTLS(":8443", certificate, key, router))'],
        },
      ],
    },
    {
      language: 'python',
      sinks: [
        {
          slug: 'http-literal',
          library: 'Requests',
          flaw: ['answer = requests.get(«"http://rates.acme.example/{entities}"», timeout=5)'],
          fix: ['answer = requests.get("https://rates.acme.example/{entities}", timeout=5)'],
        },
        {
          slug: 'smtp',
          library: 'smtplib',
          flaw: ['with «smtplib.SMTP(MAIL_HOST, 25)» as mail:', '    mail.send_message(message)'],
          fix: ['with smtplib.SMTP_SSL(MAIL_HOST, 465) as mail:', '    mail.send_message(message)'],
        },
      ],
    },
    {
      language: 'java',
      sinks: [
        {
          slug: 'socket',
          library: 'java.net.Socket',
          flaw: ['Socket socket = «new Socket(host, 514)»;'],
          fix: ['Socket socket = SSLSocketFactory.getDefault().createSocket(host, 6514);'],
        },
      ],
    },
    {
      language: 'typescript',
      sinks: [
        {
          slug: 'ws-url',
          library: 'WebSocket',
          technology: 'browser',
          flaw: ["const socket = new WebSocket(«'ws://live.acme.example/{entities}'»)"],
          fix: ["const socket = new WebSocket('wss://live.acme.example/{entities}')"],
        },
        {
          slug: 'post-message',
          library: 'postMessage',
          technology: 'browser',
          title: 'postMessage with wildcard origin',
          flaw: ["«frame.postMessage({ token }, '*')»"],
          fix: ["frame.postMessage({ token }, 'https://pay.acme.example')"],
        },
      ],
    },
  ],
}
