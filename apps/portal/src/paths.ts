import { studentPathsAt } from '@ce/frame/student/paths.ts'

/** Every link of the desktop's pages. */
export const paths = studentPathsAt('')

/** The route around all pages of a learner's own; the others are public. */
export const learnerRouteId = 'learner'
