import { minutesWords } from '@ce/contract/reading'

/** How long an exam lasts, to the tenth of a minute as its consent text says it: 45 分钟, 37.5 分钟. */
export const examTime = (seconds: number) => `${minutesWords(seconds)}\u00a0分钟`
