import type { RuleFamily } from '../family.ts'

export const webView: RuleFamily = {
  key: 'web-view-bridge',
  title: 'Insecure WebView configuration',
  cwe: 749,
  owasp: 'misconfiguration',
  severity: 'medium',
  confidence: 'medium',
  kind: 'audit',
  vulnerabilityClass: 'Improper Authorization',
  flaw: 'A WebView exposes functions or files of the app. **Every page** that it loads, including ads, has access.',
  remedy: 'Open external pages in the system browser, and expose the bridge only to pages of our own host.',
  impact: 'A page can read files or call functions of the app.',
  steps: ['Restrict the hosts.', 'Remove the bridge where it is not used.'],
  real: 'The URL of the page comes from a push message.',
  harmless: 'The WebView loads one page from the app bundle and blocks navigation.',
  component: { tag: 'user data', risk: 'neutral' },
  places: [
    {
      language: 'kotlin',
      sinks: [
        {
          slug: 'javascript-interface',
          library: 'WebView',
          technology: 'android',
          setup: ['webView.settings.javaScriptEnabled = true'],
          flaw: ['«webView.addJavascriptInterface({Entity}Bridge(this), "acme")»'],
          fix: ['WebViewCompat.addWebMessageListener(webView, "acme", ourHosts, {entity}Listener)'],
          rest: ['webView.loadUrl(url)'],
        },
        {
          slug: 'file-access',
          title: 'WebView file access enabled',
          library: 'WebView',
          technology: 'android',
          flaw: ['«webView.settings.allowUniversalAccessFromFileURLs = true»'],
          fix: ['webView.settings.allowFileAccess = false'],
        },
      ],
    },
    {
      language: 'swift',
      sinks: [
        {
          slug: 'wkwebview-file-access',
          library: 'WKWebView',
          flaw: ['«configuration.preferences.setValue(true, forKey: "allowFileAccessFromFileURLs")»'],
          fix: ['configuration.limitsNavigationsToAppBoundDomains = true'],
        },
      ],
    },
  ],
}
