import type { Job } from '../../platform/jobs/job.ts'
import { drawLetters } from './service/draw.ts'

export const printFontJobs: Job[] = [
  { name: 'print_font.drawLetters', every: 'QUARTER_MINUTE', run: drawLetters },
]
