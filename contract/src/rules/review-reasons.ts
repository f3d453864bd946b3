/** Why an attempt has the review flag. */
export const reviewReasons = ['MANUAL', 'SEALED', 'FAILED', 'MISSING', 'LATE', 'REPEATED'] as const
export type ReviewReason = (typeof reviewReasons)[number]

export function reviewReasonText(reason: ReviewReason, count: number): string {
  const words: Readonly<Record<ReviewReason, string>> = {
    MANUAL: '您选择了人工核验，没有拍摄照片',
    SEALED: '您在断网期间作答，答案是考试结束后补交的',
    FAILED: `有 ${count} 次未能拍到照片`,
    MISSING: `有 ${count} 张照片没有收到`,
    LATE: `有 ${count} 张照片晚于规定的时间`,
    REPEATED: `有 ${count} 张照片与另一张完全相同`,
  }
  return words[reason]
}
