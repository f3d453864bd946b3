import type { ExamSeat } from '@ce/client/exam-attempt/use-exam-attempt.ts'
import { CameraCheck } from '@ce/frame/student/exam/CameraCheck.tsx'
import { KitProvider } from '@ce/frame/student/kit.tsx'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { antdKit } from './antd-kit.tsx'

it('a camera that fails is told of once: by the region its words come into', () => {
  const page = renderToStaticMarkup(
    <KitProvider parts={antdKit}>
      <CameraCheck seat={seatWith({ camera: 'refused' })} />
    </KitProvider>,
  )
  expect(page).toContain('role="status"')
  expect(page).toContain('人工核验')
  expect(page).not.toContain('role="alert"')
})

/** Only the camera is read by what is tested. */
function seatWith(state: Partial<ExamSeat['state']>): ExamSeat {
  return { state } as ExamSeat
}
