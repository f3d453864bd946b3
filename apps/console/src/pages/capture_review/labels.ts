import type {
  CaptureAttempt,
  CaptureReview,
  CaptureReviewState,
  InnocentCause,
} from '@ce/client/staff/capture_review.ts'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'
import { typedKeysOf } from '../../components/code-options.ts'

export const captureReviewStateLabels: Readonly<Record<CaptureReviewState, { label: string; kind: StatusKind }>> = {
  OPEN: { label: '待核查', kind: 'todo' },
  PROPOSED: { label: '待第二人确认', kind: 'warning' },
  DONE: { label: '已有结论', kind: 'done' },
}

export const captureReviewStates = typedKeysOf(captureReviewStateLabels)

export const captureProposalLabels: Readonly<Record<CaptureReview['proposal'], string>> = {
  KEEP: '保留成绩',
  VOID: '考试作废',
}

/** The causes are in the order in which reviewers should consider them. */
export const innocentCauseLabels: Readonly<Record<InnocentCause, string>> = {
  LIGHT: '光线太暗、逆光或反光，看不清脸',
  GLASSES: '换了眼镜，或镜片反光',
  MASK: '在药店值班，戴着口罩或帽子',
  HAIR: '换了发型、剃了胡子或化了妆',
  OLD_PHOTO: '头像是多年前的照片',
  NO_PHOTO: '头像不是本人正面照，或没有头像，无从比较',
  ANGLE: '低头看题、侧身，或镜头角度不正',
  CAMERA_CHANGED: '中途换了设备或摄像头，画质不同',
  DEVICE: '摄像头被占用、损坏，或浏览器没有权限',
  NETWORK: '网络中断，照片没有传上来',
}

export const innocentCauses = typedKeysOf(innocentCauseLabels)

export const captureDecisionLabels: Readonly<
  Record<NonNullable<CaptureReview['decision']>, { label: string; kind: StatusKind }>
> = {
  CONFIRMED: { label: '已确认', kind: 'done' },
  REJECTED: { label: '已驳回', kind: 'locked' },
  WITHDRAWN: { label: '提出者已撤回', kind: 'todo' },
}

/** Advice for the second reviewer and an example of a reason. */
export function captureVoidTexts(mode: CaptureAttempt['mode']): { advice: string; example: string } {
  return mode === 'MANUAL'
    ? { advice: '请先确认已经联系到本人', example: '如：本人电话中说明不是自己考的' }
    : { advice: '请再次排除上面非本人过错的原因', example: '如：已逐张比较，并电话核实' }
}

/** A void attempt has no result, whatever its score. */
export function captureResultText({
  score,
  passed,
  voided,
}: Pick<CaptureAttempt, 'score' | 'passed' | 'voided'>): string {
  if (voided) return `已作废（作废前 ${score} 分）`
  return `${score} 分，${passed ? '通过' : '未通过'}`
}
