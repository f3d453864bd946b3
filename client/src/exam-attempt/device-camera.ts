import { type Devices, takePicture } from './camera.ts'
import { labelOf, openChosen } from './camera-choice.ts'
import type { CameraState } from './state.ts'

/** This device's camera: opened, held and let go. `tell` hears how it stands. */
export function makeCamera(
  tell: (state: CameraState) => void,
  devices: () => Devices | undefined = () => globalThis.navigator?.mediaDevices,
) {
  let stream: MediaStream | null = null
  /** of several openings the last one counts */
  let turn = 0

  function close(): void {
    turn += 1
    release(stream)
    stream = null
  }

  return {
    close,
    stream: () => stream,
    label: () => labelOf(stream),
    async open(deviceId?: string): Promise<void> {
      close()
      const mine = turn
      const opened = await openChosen(devices(), deviceId)
      if (mine !== turn) {
        if (typeof opened !== 'string') release(opened)
        return
      }
      if (typeof opened === 'string') return tell(opened)
      stream = opened
      for (const track of opened.getVideoTracks())
        track.addEventListener('ended', () => {
          if (stream !== opened) return
          close()
          tell('lost')
        })
      tell('ready')
    },
    take(): Promise<Blob> {
      return stream ? takePicture(stream) : Promise.reject(new Error('no camera'))
    },
  }
}

function release(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}
