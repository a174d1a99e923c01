import type { RuleFamily } from '../family.ts'

export const webView: RuleFamily = {
  key: 'web-view-bridge',
  title: 'Web view with access to the app',
  cwe: 749,
  owasp: 'misconfiguration',
  severity: 'medium',
  confidence: 'medium',
  kind: 'audit',
  vulnerabilityClass: 'Improper Authorization',
  flaw: 'A web view gives the pages in it functions or files of the app. **Every page** it ever loads, advertisements included, gets the same.',
  remedy: 'Open foreign pages in the system browser, and give the bridge only to pages of our own host.',
  impact: 'A page reads files or calls functions of the app.',
  steps: ['Limit the hosts.', 'Remove the bridge where it is not used.'],
  real: 'The address of the page comes from a push message.',
  harmless: 'The view loads one page from the bundle and blocks navigation.',
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
          title: 'Web view reads files of the app',
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
