import { useCaptionSize } from '@ce/client/captions.ts'
import { isFocusLost } from '@ce/client/components/restore-focus.ts'
import { playerStateNameOf } from '@ce/client/lesson-player/state.ts'
import type { LessonPlayer } from '@ce/client/lesson-player/use-lesson-player.ts'
import { useSession } from '@ce/client/session.ts'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { PlayerControls } from './Controls.tsx'
import type { LearnDetail, Lesson } from './learn-detail.ts'
import { useCaptionVisibility, useExitVideoFullscreen, usePlayerKeys } from './media.ts'
import classes from './Player.module.css'
import { PresenceDialog } from './PresenceDialog.tsx'
import { PlayerAnnouncer, PlayerHint, PlayerNote } from './StageNote.tsx'
import { Watermark } from './Watermark.tsx'

interface StageProps {
  player: LessonPlayer
  url: string
  /** Null if the lesson has no captions. `fresh` marks a link that was already renewed once. */
  captions: { url: string; fresh: boolean } | null
  onCaptionsLost: () => void
  title: string
  detail: LearnDetail
  next: Lesson | undefined
  autoPlay: boolean
  onLowData: ((low: boolean) => void) | undefined
}

/** The player has its own controls, because browser controls would allow seeking ahead. */
export function PlayerStage({
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
  useKeptFocus(stage, playerStateNameOf(state), autoPlay)
  const viewer = useSession()?.userInfo
  useCaptionVisibility(video)
  const captionSize = useCaptionSize()
  useExitVideoFullscreen(video, state.asked || state.stop !== null)
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
          // Ignore the second click of a double click on 开始学习, which would pause again.
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
              // The error of a track does not bubble, so React sees it only while capturing.
              onErrorCapture={onCaptionsLost}
            />
          )}
        </video>
        {viewer && <Watermark name={viewer.name} phoneMasked={viewer.phoneMasked} />}
        {!state.stop && <PlayerHint state={state} />}
        <PlayerAnnouncer state={state} />
        {playerStateNameOf(state) === 'presence-asked' ? (
          <PresenceDialog player={player} onAnswered={focus} />
        ) : (
          <PlayerNote player={player} detail={detail} next={next} onAct={focus} />
        )}
      </div>
      <PlayerControls player={player} video={video} stage={stage} captions={captions !== null} onLowData={onLowData} />
    </section>
  )
}

/**
 * Keeps the focus in the player when its focused control disappears, so that the player keys work. @param name of the
 * player's state @param led whether a link in the player led here
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
