// Runs a script of the project with the pinned Node: `node scripts/run.mjs FILE [ARGUMENT…]`.
import { become, preparePackages } from './prepare.mjs'

preparePackages()
become(['--disable-warning=ExperimentalWarning', ...process.argv.slice(2)])
