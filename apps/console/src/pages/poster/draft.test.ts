import { describe, expect, it } from 'vitest'
import {
  isPosterDraftUnsaved,
  openPosterDraft,
  type PosterDraft,
  type PosterDraftEvent,
  stepPosterDraft,
} from './draft.ts'

const play = (draft: PosterDraft, ...events: PosterDraftEvent[]) => events.reduce(stepPosterDraft, draft)
const saved: PosterDraftEvent = { on: 'saved', version: 4, draftNo: 2, cleaned: [], at: 99 }
const open = () => openPosterDraft(3, 1)

describe('draft in the content editor', () => {
  it('a draft in the editor is unsaved from the first edit until it is saved', () => {
    expect(isPosterDraftUnsaved(open())).toBe(false)
    const dirty = play(open(), { on: 'edit' })
    expect(isPosterDraftUnsaved(dirty)).toBe(true)
    const saving = play(dirty, { on: 'save' })
    expect(isPosterDraftUnsaved(saving)).toBe(true)
    const done = play(saving, saved)
    expect(done).toMatchObject({ phase: 'clean', version: 4, draftNo: 2, savedAt: 99 })
    expect(isPosterDraftUnsaved(done)).toBe(false)
  })

  it('text typed during a save of a draft stays unsaved', () => {
    const draft = play(open(), { on: 'edit' }, { on: 'save' }, { on: 'edit' }, saved)
    expect(draft.phase).toBe('dirty')
  })

  it('a failed save keeps the text and shows the problem until the next edit or save', () => {
    const failed = play(open(), { on: 'edit' }, { on: 'save' }, { on: 'failed', problem: '网络连接失败', stale: false })
    expect(failed).toMatchObject({ phase: 'failed', problem: '网络连接失败', version: 3 })
    expect(isPosterDraftUnsaved(failed)).toBe(true)
    expect(play(failed, { on: 'edit' })).toMatchObject({ phase: 'dirty', problem: null })
  })

  it('a save by another person is reported until the user decides what to do', () => {
    const stale = play(
      open(),
      { on: 'edit' },
      { on: 'save' },
      { on: 'failed', problem: '刚被李编辑修改过', stale: true },
      { on: 'edit' },
    )
    expect(stale.phase).toBe('stale')
    const mine = play(stale, { on: 'rebase', version: 7, draftNo: 5 })
    expect(mine).toMatchObject({ phase: 'dirty', version: 7, problem: null })
  })

  const theirs: PosterDraftEvent = { on: 'seen', version: 6, draftNo: 2, by: '李编辑' }

  it("a change by another person is reported before the user saves, the user's own change is not", () => {
    const ours = play(open(), { on: 'moved', version: 5, draftNo: 1 }, { on: 'edit' })
    expect(play(ours, { on: 'seen', version: 5, draftNo: 1, by: '我' }).phase).toBe('dirty')
    const seen = play(ours, theirs)
    expect(seen).toMatchObject({ phase: 'stale', problem: '这篇内容刚被 李编辑 修改过' })
  })

  it('a change by another person leaves an unedited draft without unsaved text, and makes the next edit stale', () => {
    const behind = play(open(), theirs)
    expect(behind).toMatchObject({ phase: 'behind', problem: '这篇内容刚被 李编辑 修改过' })
    expect(isPosterDraftUnsaved(behind)).toBe(false)
    const typed = play(behind, { on: 'edit' })
    expect(typed.phase).toBe('stale')
    expect(isPosterDraftUnsaved(typed)).toBe(true)
  })

  it('another person pinning or publishing the item causes no conflict', () => {
    const pinned: PosterDraftEvent = { on: 'seen', version: 6, draftNo: 1, by: '李编辑' }
    expect(play(open(), pinned)).toMatchObject({ phase: 'clean', version: 6, draftNo: 1 })
    expect(play(open(), { on: 'edit' }, pinned)).toMatchObject({ phase: 'dirty', version: 6 })
  })

  it('the removal of the edited item is reported once', () => {
    const draft = play(open(), { on: 'save' }, { ...saved, cleaned: ['脚本'] })
    expect(draft.cleaned).toEqual(['脚本'])
    expect(play(draft, { on: 'cleanedRead' }).cleaned).toEqual([])
  })
})
