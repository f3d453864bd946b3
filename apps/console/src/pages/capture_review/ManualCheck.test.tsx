import type { CaptureAttempt } from '@ce/client/staff/capture_review.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { captureVoidTexts } from './labels.ts'
import { ManualCheck } from './ManualCheck.tsx'

const attempt = {
  studentName: '王芳',
  phoneMasked: '138****1234',
  courseTitle: '药事管理',
  startedAt: '2026-11-02T01:00:00.000Z',
} as CaptureAttempt

it('an attempt without a camera shows whom to call and no pictures', () => {
  const page = renderToStaticMarkup(<ManualCheck attempt={attempt} />)
  expect(page).toContain('打电话给 王芳（138****1234）')
  expect(page).toContain('权限的同事')
  expect(page).not.toMatch(/光线|眼镜|头像/)
  const unseen = renderToStaticMarkup(<ManualCheck attempt={{ ...attempt, phoneMasked: null }} />)
  expect(unseen).toContain('打电话给 王芳。')
})

it('the texts of a void mention pictures and innocent causes only for an attempt with a camera', () => {
  expect(captureVoidTexts('CAMERA').advice).toContain('非本人过错')
  expect(Object.values(captureVoidTexts('MANUAL')).join()).not.toMatch(/非本人过错|逐张/)
})
