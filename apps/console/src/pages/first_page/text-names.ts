import type { TextKind } from '@ce/client/staff/first_page.ts'

export const textNames: Record<TextKind, string> = { AGREEMENT: '用户协议', PRIVACY: '隐私政策' }
