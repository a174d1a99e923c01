import type { RuleFamily } from '../family.ts'

/** Connections that trust every certificate. */
export const tlsUnverified: RuleFamily = {
  key: 'tls-verification-off',
  title: 'TLS certificate verification disabled',
  cwe: 295,
  owasp: 'crypto',
  severity: 'medium',
  confidence: 'high',
  kind: 'vuln',
  vulnerabilityClass: 'Improper Certificate Validation',
  flaw: 'A TLS connection accepts **any certificate**, so it can be encrypted for someone other than the intended host.',
  remedy: 'Remove the option. For an internal certificate authority, add its root certificate to the client.',
  impact: 'Anyone on the network path can read and change the traffic.',
  steps: [
    'Add the internal root certificate to the trust store.',
    'Remove the option.',
    'Test with a certificate for another host name.',
  ],
  real: 'The connection carries bearer tokens between data centers.',
  harmless: 'The option is set in a test helper, for a server that the test starts.',
  component: { tag: 'infrastructure', risk: 'high' },
  places: [
    {
      language: 'javascript',
      sinks: [
        {
          slug: 'reject-unauthorized',
          library: 'node:https',
          setup: ['const agent = new https.Agent({', '  keepAlive: true,'],
          flaw: ['  «rejectUnauthorized: false,»'],
          fix: ["  ca: readFileSync('/etc/acme/root.pem'),"],
          rest: ['})'],
        },
        {
          slug: 'env-switch',
          library: 'Node',
          flaw: ["«process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'»"],
          fix: ["process.env.NODE_EXTRA_CA_CERTS ??= '/etc/acme/root.pem'"],
        },
      ],
    },
    {
      language: 'python',
      sinks: [
        {
          slug: 'requests-verify',
          library: 'Requests',
          setup: ['def post_{entity}({entity}):'],
          flaw: ['    return «requests.post(LEDGER_URL, json={entity}, timeout=10, verify=False)»'],
          fix: ['    return requests.post(LEDGER_URL, json={entity}, timeout=10, verify=ACME_ROOT)'],
        },
        {
          slug: 'unverified-context',
          library: 'ssl',
          flaw: ['context = «ssl._create_unverified_context()»'],
          fix: ['context = ssl.create_default_context(cafile=ACME_ROOT)'],
        },
        {
          slug: 'paramiko-auto-add',
          library: 'Paramiko',
          title: 'SSH host key verification disabled: Paramiko',
          flaw: ['«client.set_missing_host_key_policy(AutoAddPolicy())»'],
          fix: ['client.load_host_keys(KNOWN_HOSTS)'],
        },
      ],
    },
    {
      language: 'java',
      sinks: [
        {
          slug: 'trust-all',
          library: 'X509TrustManager',
          setup: ['class LenientTrustManager implements X509TrustManager {', '    @Override'],
          flaw: ['    «public void checkServerTrusted(X509Certificate[] chain, String type) {}»'],
          fix: [
            '    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {',
            '        platform.checkServerTrusted(chain, type);',
            '    }',
          ],
          rest: ['}'],
        },
        {
          slug: 'hostname-verifier',
          library: 'HostnameVerifier',
          flaw: ['connection.setHostnameVerifier(«(host, session) -> true»);'],
          fix: ['connection.setHostnameVerifier(HttpsURLConnection.getDefaultHostnameVerifier());'],
        },
      ],
    },
    {
      language: 'go',
      sinks: [
        {
          slug: 'insecure-skip-verify',
          library: 'crypto/tls',
          setup: ['transport := &http.Transport{'],
          flaw: ['\tTLSClientConfig: &tls.Config{«InsecureSkipVerify: true»},'],
          fix: ['\tTLSClientConfig: &tls.Config{RootCAs: acmeRoots},'],
          rest: ['}'],
        },
        {
          slug: 'ssh-insecure-host-key',
          library: 'x/crypto/ssh',
          title: 'SSH host key verification disabled',
          flaw: ['HostKeyCallback: «ssh.InsecureIgnoreHostKey()»,'],
          fix: ['HostKeyCallback: knownHosts,'],
        },
      ],
    },
    {
      language: 'ruby',
      sinks: [
        {
          slug: 'verify-none',
          library: 'Net::HTTP',
          flaw: ['«http.verify_mode = OpenSSL::SSL::VERIFY_NONE»'],
          fix: ['http.ca_file = ACME_ROOT'],
        },
      ],
    },
    {
      language: 'php',
      sinks: [
        {
          slug: 'curl-verify-peer',
          library: 'cURL',
          flaw: ['«curl_setopt($handle, CURLOPT_SSL_VERIFYPEER, false)»;'],
          fix: ['curl_setopt($handle, CURLOPT_CAINFO, self::ACME_ROOT);'],
        },
        {
          slug: 'guzzle-verify',
          library: 'Guzzle',
          flaw: ["$client = new Client([«'verify' => false»]);"],
          fix: ["$client = new Client(['verify' => self::ACME_ROOT]);"],
        },
      ],
    },
    {
      language: 'csharp',
      sinks: [
        {
          slug: 'server-certificate-callback',
          library: 'HttpClientHandler',
          flaw: ['handler.«ServerCertificateCustomValidationCallback = (_, _, _, _) => true»;'],
          fix: ['handler.ClientCertificates.Add(_root);'],
        },
      ],
    },
    {
      language: 'rust',
      sinks: [
        {
          slug: 'reqwest-invalid-certs',
          library: 'reqwest',
          flaw: ['let client = Client::builder()«.danger_accept_invalid_certs(true)».build()?;'],
          fix: ['let client = Client::builder().add_root_certificate(acme_root()?).build()?;'],
        },
      ],
    },
    {
      language: 'swift',
      sinks: [
        {
          slug: 'server-trust',
          library: 'URLSession',
          setup: [
            'func urlSession(_ session: URLSession, didReceive challenge: URLAuthenticationChallenge,',
            '                completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void) {',
          ],
          flaw: [
            '    «completionHandler(.useCredential, URLCredential(trust: challenge.protectionSpace.serverTrust!))»',
          ],
          fix: ['    completionHandler(.performDefaultHandling, nil)'],
          rest: ['}'],
        },
      ],
    },
    {
      language: 'kotlin',
      sinks: [
        {
          slug: 'okhttp-hostname',
          library: 'OkHttp',
          flaw: ['val client = OkHttpClient.Builder()«.hostnameVerifier { _, _ -> true }».build()'],
          fix: ['val client = OkHttpClient.Builder().certificatePinner(pins).build()'],
        },
      ],
    },
  ],
}
