import { describe, expect, it } from 'vitest'
import {
  captionsOf,
  contentOf,
  fieldsOf,
  lessonOf,
  lowVideoOf,
  needsOf,
  newArticle,
  videoOf,
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
}

it('another film takes away the one for slow lines, which was of the one before; captions stay', () => {
  const of = (id: string) => ({ ...file, id })
  const before = { ...lessonOf(of('a')), ...lowVideoOf(of('b')), ...captionsOf(of('c')) }
  expect(before).toMatchObject({ lowVideoFileId: 'b', lowVideoUrl: '/f' })
  const after = { ...before, ...videoOf(of('d')) }
  expect(after).toMatchObject({ videoFileId: 'd', lowVideoFileId: null, captionsFileId: 'c' })
})

describe('lessons that are read', () => {
  it('begin with the time of an empty text, and are asked for one', () => {
    const article = newArticle()
    expect(article).toMatchObject({ kind: 'ARTICLE', title: '', html: '', durationSeconds: 60 })
    expect(needsOf([article])).toEqual([{ kind: 'ARTICLE', title: '', characters: 0, seconds: 60 }])
  })

  it('are sent with their text and time, films with their files', () => {
    const film = lessonOf(file)
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
