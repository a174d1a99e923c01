// `npm test`: runs all checks, or only the named ones (`npm test -- unit browser`).
import { become, preparePackages } from './prepare.mjs'

preparePackages()
become(['--disable-warning=ExperimentalWarning', 'scripts/checks/main.ts', ...process.argv.slice(2)])
