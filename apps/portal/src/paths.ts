import { studentPathsAt } from '@ce/frame/student/paths.ts'

/** Every link of the desktop's pages. */
export const paths = studentPathsAt('')
