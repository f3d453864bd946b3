import { type CameraDevices, takeCameraPicture } from './camera.ts'
import { cameraLabelOf, openChosenCamera } from './camera-choice.ts'
import type { CameraState } from './state.ts'

export function makeDeviceCamera(
  tell: (state: CameraState) => void,
  devices: () => CameraDevices | undefined = () => globalThis.navigator?.mediaDevices,
) {
  let stream: MediaStream | null = null
  /** Number of the latest opening. When the camera is opened several times, only the last opening counts. */
  let turn = 0

  function close(): void {
    turn += 1
    release(stream)
    stream = null
  }

  return {
    close,
    stream: () => stream,
    label: () => cameraLabelOf(stream),
    async open(deviceId?: string): Promise<void> {
      close()
      const mine = turn
      const opened = await openChosenCamera(devices(), deviceId)
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
      return stream ? takeCameraPicture(stream) : Promise.reject(new Error('no camera'))
    },
  }
}

function release(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}
