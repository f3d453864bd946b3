import { phoneBase } from '@ce/contract/mobile'
import { studentPathsAt } from '@ce/frame/student/paths.ts'

/** Every link of the phone's pages: the desktop's names below /h5. */
export const paths = studentPathsAt(phoneBase)
