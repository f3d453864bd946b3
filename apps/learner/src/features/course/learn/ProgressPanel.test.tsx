import { initialPlayerState, type PlayerState } from '@ce/client/lesson-player/state.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { StudyFigures } from './ProgressPanel.tsx'

const lesson = {
  ...{ id: 'lesson', title: '审方', kind: 'VIDEO' as const, durationSeconds: 240 },
  ...{ videoUrl: '/film', lowVideoUrl: null, captionsUrl: null, furthestSeconds: 0 },
  ...{ creditedSeconds: 0, covered: [], resumeAt: 0, done: false },
}

it('the offline status says whether the device stores the study record', () => {
  const start = initialPlayerState({ signCourseId: 'c', lesson, studyOpen: true, addressUntil: 0 })
  const figures = (change: Partial<PlayerState>) =>
    renderToStaticMarkup(<StudyFigures state={{ ...start, watched: [[0, 30]], ...change }} />)
  expect(figures({ failures: 1 })).toContain('离线，已暂存 30 秒')
  expect(figures({ failures: 1, watched: [] })).toContain('离线，此前的记录已上传')
  expect(figures({ failures: 1, keeps: false })).toContain('离线，请不要关闭本页')
})
