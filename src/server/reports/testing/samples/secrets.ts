/** A report of Gitleaks. */
export const gitleaksFile = [
  {
    RuleID: 'github-pat',
    Description: 'A token.',
    StartLine: 7,
    EndLine: 7,
    StartColumn: 10,
    EndColumn: 49,
    Match: 'token = "Zq8RtY3nLw6KdV1xBc5HsPf9"',
    Secret: 'Zq8RtY3nLw6KdV1xBc5HsPf9',
    File: 'config/ci.py',
    SymlinkFile: '',
    Commit: '4f1c2a9',
    Date: '2025-11-03T09:12:44Z',
    Tags: ['a'],
  },
]

/** A result of TruffleHog. */
export const truffleHogResult = {
  SourceMetadata: {
    Data: { Git: { commit: '4f1c2a9', file: 'a.env', timestamp: '2025-11-03 09:12:44 +0000', line: 4 } },
  },
  SourceName: 's',
  DetectorName: 'AWS',
  DetectorDescription: 'd',
  Verified: true,
  VerificationError: '',
  Raw: 'AKIAQ3EGRT7LZXW5VUYB',
  RawV2: 'AKIAQ3EGRT7LZXW5VUYB:k9Zs7Qm2Xv4Lw8Rt1Yp6',
}
