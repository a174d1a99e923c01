export { hashOf, newSecret } from './credential.ts'
export { revoke } from './revoke.ts'
export { scopesOfRole } from './roles.ts'
export { activeSince, endSessionsOfPerson, onlyDeploymentOf } from './sessions/sessions.ts'
