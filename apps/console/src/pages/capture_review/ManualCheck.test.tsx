import type { CaptureAttempt } from '@ce/client/staff/capture_review.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ManualCheck } from './ManualCheck.tsx'
import { voidWords } from './words.ts'

const attempt = {
  studentName: '王芳',
  phoneMasked: '138****1234',
  courseTitle: '药事管理',
  startedAt: '2026-11-02T01:00:00.000Z',
} as CaptureAttempt

it('says whom to ring about an exam without a camera, and nothing of pictures', () => {
  const page = renderToStaticMarkup(<ManualCheck attempt={attempt} />)
  expect(page).toContain('打电话给 王芳（138****1234）')
  expect(page).toContain('权限的同事')
  expect(page).not.toMatch(/光线|眼镜|头像/)
  const unseen = renderToStaticMarkup(<ManualCheck attempt={{ ...attempt, phoneMasked: null }} />)
  expect(unseen).toContain('打电话给 王芳。')
})

it('asks the second person for what the first could do: pictures looked at again, or the person asked', () => {
  expect(voidWords('CAMERA').advice).toContain('非本人过错')
  expect(Object.values(voidWords('MANUAL')).join()).not.toMatch(/非本人过错|逐张/)
})
