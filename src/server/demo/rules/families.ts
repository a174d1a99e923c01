import { actionsInjection } from './families/actions-injection.ts'
import { archiveTraversal } from './families/archive-traversal.ts'
import { bufferCopy } from './families/buffer-copy.ts'
import { cleartext } from './families/cleartext.ts'
import { cloudEncryption } from './families/cloud-encryption.ts'
import { cloudRights } from './families/cloud-rights.ts'
import { cloudTrail } from './families/cloud-trail.ts'
import { codeEvaluation } from './families/code-evaluation.ts'
import { commandInjection } from './families/command-injection.ts'
import { containerRoot } from './families/container-root.ts'
import { cookieHttpOnly } from './families/cookie-http-only.ts'
import { cookieSecure } from './families/cookie-secure.ts'
import { corsWide } from './families/cors-wide.ts'
import { csrfOff } from './families/csrf-off.ts'
import { debugOn } from './families/debug-on.ts'
import { deserialization } from './families/deserialization.ts'
import { domXss } from './families/dom-xss.ts'
import { dynamicLoading } from './families/dynamic-loading.ts'
import { errorExposure } from './families/error-exposure.ts'
import { escapingOff } from './families/escaping-off.ts'
import { fastPasswordHash } from './families/fast-password-hash.ts'
import { formatString } from './families/format-string.ts'
import { hardcodedKey } from './families/hardcoded-key.ts'
import { headerInjection } from './families/header-injection.ts'
import { insecureTemp } from './families/insecure-temp.ts'
import { integerOverflow } from './families/integer-overflow.ts'
import { jwtUnverified } from './families/jwt-unverified.ts'
import { ldapInjection } from './families/ldap-injection.ts'
import { leftovers } from './families/leftovers.ts'
import { logInjection } from './families/log-injection.ts'
import { massAssignment } from './families/mass-assignment.ts'
import { missingOwnerCheck } from './families/missing-owner-check.ts'
import { mobileStorage } from './families/mobile-storage.ts'
import { noRateLimit } from './families/no-rate-limit.ts'
import { noTimeout } from './families/no-timeout.ts'
import { nosqlInjection } from './families/nosql-injection.ts'
import { oldTls } from './families/old-tls.ts'
import { openRedirect } from './families/open-redirect.ts'
import { pathTraversal } from './families/path-traversal.ts'
import { pipeToShell } from './families/pipe-to-shell.ts'
import { platformPath } from './families/platform-path.ts'
import { podHardening } from './families/pod-hardening.ts'
import { prototypePollution } from './families/prototype-pollution.ts'
import { publicAccess } from './families/public-access.ts'
import { pwnRequest } from './families/pwn-request.ts'
import { queryInLoop } from './families/query-in-loop.ts'
import { reflectedXss } from './families/reflected-xss.ts'
import { regexDos } from './families/regex-dos.ts'
import { sensitiveLog } from './families/sensitive-log.ts'
import { sessionFixation } from './families/session-fixation.ts'
import { shortKey } from './families/short-key.ts'
import { sqlInjection } from './families/sql-injection.ts'
import { ssrf } from './families/ssrf.ts'
import { staticNonce } from './families/static-nonce.ts'
import { swallowed } from './families/swallowed.ts'
import { tabNabbing } from './families/tab-nabbing.ts'
import { templateInjection } from './families/template-injection.ts'
import { timingCompare } from './families/timing-compare.ts'
import { tlsUnverified } from './families/tls-unverified.ts'
import { unpinnedAction } from './families/unpinned-action.ts'
import { unsafeRust } from './families/unsafe-rust.ts'
import { uploadUnchecked } from './families/upload-unchecked.ts'
import { useAfterFree } from './families/use-after-free.ts'
import { weakCipher } from './families/weak-cipher.ts'
import { weakHash } from './families/weak-hash.ts'
import { weakRandom } from './families/weak-random.ts'
import { webView } from './families/web-view.ts'
import { workflowRights } from './families/workflow-rights.ts'
import { wrongComparison } from './families/wrong-comparison.ts'
import { xpathInjection } from './families/xpath-injection.ts'
import { xxe } from './families/xxe.ts'
import type { RuleFamily } from './family.ts'

/** Every family of rules for code, from which the demo's rules are made. */
export const families: readonly RuleFamily[] = [
  sqlInjection,
  nosqlInjection,
  ldapInjection,
  xpathInjection,
  commandInjection,
  codeEvaluation,
  templateInjection,
  deserialization,
  prototypePollution,
  dynamicLoading,
  reflectedXss,
  domXss,
  escapingOff,
  openRedirect,
  headerInjection,
  ssrf,
  pathTraversal,
  archiveTraversal,
  xxe,
  uploadUnchecked,
  cookieHttpOnly,
  cookieSecure,
  csrfOff,
  corsWide,
  jwtUnverified,
  hardcodedKey,
  sessionFixation,
  weakHash,
  fastPasswordHash,
  weakCipher,
  staticNonce,
  weakRandom,
  shortKey,
  tlsUnverified,
  oldTls,
  timingCompare,
  massAssignment,
  missingOwnerCheck,
  debugOn,
  errorExposure,
  logInjection,
  sensitiveLog,
  regexDos,
  noRateLimit,
  bufferCopy,
  formatString,
  useAfterFree,
  integerOverflow,
  insecureTemp,
  unsafeRust,
  mobileStorage,
  webView,
  cleartext,
  actionsInjection,
  pwnRequest,
  unpinnedAction,
  workflowRights,
  pipeToShell,
  containerRoot,
  podHardening,
  publicAccess,
  cloudEncryption,
  cloudRights,
  cloudTrail,
  noTimeout,
  swallowed,
  wrongComparison,
  queryInLoop,
  leftovers,
  platformPath,
  tabNabbing,
]
