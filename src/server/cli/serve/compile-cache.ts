import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { privateFolder } from './private-folder.ts'

/**
 * Keeps what the runtime makes of the service's modules, so that the next start need not make it again: that is half of
 * a start. It lies beside the data, where nobody else may write: a folder for everybody would let others put code there.
 * Without the folder, where others can open it, or where it cannot be written, nothing is kept.
 * @param dataFolder not made here, so that a wrong call leaves nothing behind.
 */
export function useModuleCache(dataFolder: string) {
  if (privateFolder(dataFolder) !== null) enableCompileCache(join(dataFolder, 'compiled'))
}
