import { describe, expect, it } from 'vitest'
import {
  captionsOf,
  contentOf,
  type DraftLesson,
  fieldsOf,
  lessonOf,
  lowVideoOf,
  needsOf,
  newArticle,
  videoOf,
  withLesson,
} from './draft.ts'

const { rules } = fieldsOf({ draft: null, current: null })

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

it('another film takes away the one for slow lines, which was of the one before; captions stay', () => {
  const of = (id: string) => ({ ...file, id })
  const before = { ...lessonOf(of('a'), 1), ...lowVideoOf(of('b')), ...captionsOf(of('c')) }
  expect(before).toMatchObject({ lowVideoFileId: 'b', lowVideoUrl: '/f' })
  const after = { ...before, ...videoOf(of('d')) }
  expect(after).toMatchObject({ videoFileId: 'd', lowVideoFileId: null, captionsFileId: 'c' })
})

describe('lessons of files that were chosen together', () => {
  const add = (lessons: DraftLesson[], chosen: number) =>
    withLesson(lessons, lessonOf({ ...file, name: `${chosen}.mp4` }, chosen))
  const titles = (lessons: DraftLesson[]) => lessons.map(({ title }) => title).join(' ')

  it.each([[[1, 2, 3]], [[3, 2, 1]], [[2, 3, 1]], [[3, 1, 2]]])(
    'stand in their order, though they arrive as %j',
    (arriving) => {
      expect(titles(arriving.reduce(add, [newArticle()]))).toBe(' 1 2 3')
    },
  )

  it('go with those that were moved meanwhile, and behind lessons that were there', () => {
    const there = { ...newArticle(), title: '导读' }
    const [first, second] = [add([], 1), add([], 3)]
    expect(titles(add([...second, there, ...first], 2))).toBe('3 导读 1 2')
    expect(titles(add([there], 2))).toBe('导读 2')
  })
})

describe('lessons that are read', () => {
  it('begin with the time of an empty text, and are asked for one', () => {
    const article = newArticle()
    expect(article).toMatchObject({ kind: 'ARTICLE', title: '', html: '', durationSeconds: 60 })
    expect(needsOf([article])).toEqual([{ kind: 'ARTICLE', title: '', characters: 0, seconds: 60 }])
  })

  it('are sent with their text and time, films with their files', () => {
    const film = lessonOf(file, 1)
    const article = { ...newArticle(), title: ' 审方 ', html: '<p>方</p>', durationSeconds: 90 }
    const { lessons } = contentOf({ lessons: [film, article], rules })
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
