import { describe, expect, it } from 'vitest'
import {
  captionFieldsOf,
  type EditedLesson,
  insertLesson,
  lessonRequirementsOf,
  lowVideoFieldsOf,
  newArticleLesson,
  newVideoLesson,
  toDraftContent,
  toDraftFields,
  videoFieldsOf,
} from './draft.ts'

const { rules } = toDraftFields({ draft: null, current: null })

const file = {
  id: 'f',
  name: '第一讲.mp4',
  url: '/f',
  size: 1,
  mime: 'video/mp4',
  width: null,
  height: null,
  media: null,
  qrText: null,
}

it('replacing a film removes its low-bandwidth film but keeps its captions', () => {
  const of = (id: string) => ({ ...file, id })
  const before = { ...newVideoLesson(of('a'), 1), ...lowVideoFieldsOf(of('b')), ...captionFieldsOf(of('c')) }
  expect(before).toMatchObject({ lowVideoFileId: 'b', lowVideoUrl: '/f' })
  const after = { ...before, ...videoFieldsOf(of('d')) }
  expect(after).toMatchObject({ videoFileId: 'd', lowVideoFileId: null, captionsFileId: 'c' })
})

describe('lessons from files that were chosen together', () => {
  const add = (lessons: EditedLesson[], chosen: number) =>
    insertLesson(lessons, newVideoLesson({ ...file, name: `${chosen}.mp4` }, chosen))
  const titles = (lessons: EditedLesson[]) => lessons.map(({ title }) => title).join(' ')

  it.each([[[1, 2, 3]], [[3, 2, 1]], [[2, 3, 1]], [[3, 1, 2]]])(
    'uploaded lessons keep the order in which their files were chosen, even if they arrive as %j',
    (arriving) => {
      expect(titles(arriving.reduce(add, [newArticleLesson()]))).toBe(' 1 2 3')
    },
  )

  it('an uploaded lesson is sorted among the lessons whose files were chosen together, or else comes last', () => {
    const there = { ...newArticleLesson(), title: '导读' }
    const [first, second] = [add([], 1), add([], 3)]
    expect(titles(add([...second, there, ...first], 2))).toBe('3 导读 1 2')
    expect(titles(add([there], 2))).toBe('导读 2')
  })
})

describe('article lessons', () => {
  it('a new article has the reading time of an empty text and is incomplete without text', () => {
    const article = newArticleLesson()
    expect(article).toMatchObject({ kind: 'ARTICLE', title: '', html: '', durationSeconds: 60 })
    expect(lessonRequirementsOf([article])).toEqual([{ kind: 'ARTICLE', title: '', characters: 0, seconds: 60 }])
  })

  it('article lessons are sent with text and reading time, film lessons with their files', () => {
    const film = newVideoLesson(file, 1)
    const article = { ...newArticleLesson(), title: ' 审方 ', html: '<p>方</p>', durationSeconds: 90 }
    const { lessons } = toDraftContent({ lessons: [film, article], rules })
    expect(lessons).toEqual([
      {
        kind: 'VIDEO',
        title: '第一讲',
        videoFileId: 'f',
        lowVideoFileId: null,
        captionsFileId: null,
      },
      { kind: 'ARTICLE', title: '审方', html: '<p>方</p>', readingSeconds: 90 },
    ])
  })
})
