import { useCaptionSize } from '@ce/client/captions.ts'
import { isFocusLost } from '@ce/client/components/refocus.ts'
import { nameOf } from '@ce/client/lesson-player/state.ts'
import type { LessonPlayer } from '@ce/client/lesson-player/use-lesson-player.ts'
import { useSession } from '@ce/client/session.ts'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Controls } from './Controls.tsx'
import type { LearnDetail, Lesson } from './learn-detail.ts'
import { useOwnScreen, usePlayerKeys, useShownCaptions } from './media.ts'
import classes from './Player.module.css'
import { PresenceDialog } from './PresenceDialog.tsx'
import { Hints, Said, StageNote } from './StageNote.tsx'
import { Watermark } from './Watermark.tsx'

interface StageProps {
  player: LessonPlayer
  url: string
  /** null: the lesson has none. `fresh`: the first link failed, and this one is tried, though it may be the same */
  captions: { url: string; fresh: boolean } | null
  /** their link has run out, or nothing is behind it */
  onCaptionsLost: () => void
  title: string
  detail: LearnDetail
  next: Lesson | undefined
  /** from the lesson before, by the link over its picture */
  autoPlay: boolean
  /** the lesson has a rendition for slow lines */
  onLowData: ((low: boolean) => void) | undefined
}

/** The picture with our own controls: the browser's would allow seeking ahead. What fills the screen is this. */
export function Stage({
  player,
  url,
  captions,
  onCaptionsLost,
  title,
  detail,
  next,
  autoPlay,
  onLowData,
}: StageProps) {
  const { state, dispatch, video: attach } = player
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const stage = useRef<HTMLElement>(null)
  useKeptFocus(stage, nameOf(state), autoPlay)
  const viewer = useSession()?.userInfo
  useShownCaptions(video)
  const captionSize = useCaptionSize()
  useOwnScreen(video, state.asked || state.stop !== null)
  const onKeyDown = usePlayerKeys({ player, video, stage, captions: captions !== null })
  const ref = useCallback(
    (element: HTMLVideoElement | null) => {
      setVideo(element)
      const detach = attach(element)
      return () => {
        detach?.()
        setVideo(null)
      }
    },
    [attach],
  )
  const focus = useCallback(() => stage.current?.focus({ preventScroll: true }), [])
  const going = state.wants
  return (
    <section
      ref={stage}
      className={classes.stage}
      aria-label={`视频播放器：${title}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the player's keys work while it has the focus
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div className={classes.picture} data-captions={captionSize}>
        {/* biome-ignore lint/a11y/useMediaCaption: shown where a lesson has them; else the narration stands on the slides */}
        <video
          ref={ref}
          src={url}
          preload="metadata"
          playsInline
          disablePictureInPicture
          disableRemotePlayback
          aria-label={title}
          // a double click on 开始学习 ends on the picture: its second click must not pause again
          onClick={(event) => event.detail < 2 && dispatch({ on: going ? 'pause' : 'play' })}
          onContextMenu={(event) => event.preventDefault()}
        >
          {captions && (
            <track
              key={String(captions.fresh)}
              kind="captions"
              src={captions.url}
              srcLang="zh"
              label="中文"
              default
              // React hears of a track's error on its way down only
              onErrorCapture={onCaptionsLost}
            />
          )}
        </video>
        {viewer && <Watermark name={viewer.name} phoneMasked={viewer.phoneMasked} />}
        {!state.stop && <Hints state={state} />}
        <Said state={state} />
        {nameOf(state) === 'presence-asked' ? (
          <PresenceDialog player={player} onAnswered={focus} />
        ) : (
          <StageNote player={player} detail={detail} next={next} onAct={focus} />
        )}
      </div>
      <Controls
        player={player}
        video={video}
        stage={stage}
        captions={captions !== null}
        onLowData={onLowData}
      />
    </section>
  )
}

/**
 * The focus stays in the player when what had it goes or is shut: a button over the picture, the controls while something
 * wants an answer. There the player's keys work, and the next Tab leads to what came.
 * @param name of the state it is in
 * @param led who followed a link in it to another lesson goes on in that one
 */
function useKeptFocus(stage: RefObject<HTMLElement | null>, name: string, led: boolean): void {
  const was = useRef(led)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      was.current = target instanceof Node && stage.current?.contains(target) === true
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [stage])
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each turn of the player
  useLayoutEffect(() => {
    const { activeElement: at } = document
    const shut = at?.matches(':disabled') === true && stage.current?.contains(at) === true
    if (shut || (was.current && isFocusLost())) stage.current?.focus({ preventScroll: true })
  }, [stage, name])
}
