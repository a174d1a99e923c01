// `npm test`: everything that must hold, or the checks that are named (`npm test -- unit browser`).
import { become, preparePackages } from './prepare.mjs'

preparePackages()
become(['--disable-warning=ExperimentalWarning', 'scripts/checks/main.ts', ...process.argv.slice(2)])
