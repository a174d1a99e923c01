import type { RuleFamily } from '../family.ts'

export const mobileStorage: RuleFamily = {
  key: 'unprotected-storage',
  title: 'Insecure storage of credentials',
  cwe: 312,
  owasp: 'crypto',
  severity: 'medium',
  confidence: 'medium',
  kind: 'vuln',
  vulnerabilityClass: 'Information Disclosure',
  flaw: 'A token is stored in the preferences of the app. Preferences are part of **backups** and can be read on a rooted device.',
  remedy: 'Store it in the Keychain, or encrypted with a key in the Keystore.',
  impact: 'Anyone with a copy of a backup can sign in as the customer.',
  steps: ['Write to the protected storage.', 'Move the old value once and delete it.'],
  real: 'The value is the refresh token, valid for a year.',
  harmless: 'The value is the id of the selected theme.',
  component: { tag: 'user authentication', risk: 'high' },
  places: [
    {
      language: 'swift',
      sinks: [
        {
          slug: 'user-defaults',
          library: 'UserDefaults',
          setup: ['func remember(_ session: Session) {'],
          flaw: ['    «UserDefaults.standard.set(session.refreshToken, forKey: "token")»'],
          fix: ['    keychain.set(session.refreshToken, forKey: "token")'],
          rest: ['}'],
        },
        {
          slug: 'keychain-always',
          library: 'Keychain',
          severity: 'low',
          flaw: ['kSecAttrAccessible: «kSecAttrAccessibleAlways»,'],
          fix: ['kSecAttrAccessible: kSecAttrAccessibleWhenUnlockedThisDeviceOnly,'],
          setup: ['let query: [CFString: Any] = [', '    kSecClass: kSecClassGenericPassword,'],
          rest: [']'],
        },
      ],
    },
    {
      language: 'kotlin',
      sinks: [
        {
          slug: 'shared-preferences',
          library: 'SharedPreferences',
          technology: 'android',
          setup: ['fun remember(session: Session) {'],
          flaw: ['    «prefs.edit().putString("token", session.refreshToken).apply()»'],
          fix: ['    encryptedPrefs.edit().putString("token", session.refreshToken).apply()'],
          rest: ['}'],
        },
        {
          slug: 'external-storage',
          library: 'external storage',
          technology: 'android',
          flaw: ['val file = «File(Environment.getExternalStorageDirectory(), "{entity}.json")»'],
          fix: ['val file = File(context.filesDir, "{entity}.json")'],
        },
      ],
    },
    {
      language: 'typescript',
      sinks: [
        {
          slug: 'local-storage',
          library: 'localStorage',
          technology: 'browser',
          title: 'Token in local storage',
          flaw: ["«localStorage.setItem('token', session.token)»"],
          fix: ['await openSession(session.token)'],
        },
      ],
    },
  ],
}
