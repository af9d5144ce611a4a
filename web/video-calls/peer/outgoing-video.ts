/** So few points show that somebody moves, and nothing by which to recognise them. */
const POINTS = { long: 16, short: 12 };
const SCALE = 20;
const FRAMES_PER_SECOND = 12;

export interface OutgoingVideo {
  camera: MediaStreamTrack;
  blurred: MediaStreamTrack;
  close: () => void;
}

/**
 * Blurs a camera's picture before it leaves the browser: each frame is drawn on a few points, which are then
 * scaled up. In a hidden tab browsers stop the drawing, and the last blurred frame stays.
 */
export function blurCamera(camera: MediaStreamTrack): OutgoingVideo {
  const source = document.createElement('video');
  source.muted = true;
  source.playsInline = true;
  source.srcObject = new MediaStream([camera]);
  const points = document.createElement('canvas');
  const picture = document.createElement('canvas');
  fit(points, picture, false);
  const draw = () => drawBlurred(source, points, picture);
  // A canvas without a context has no stream.
  picture.getContext('2d')?.fillRect(0, 0, picture.width, picture.height);
  const [blurred] = picture.captureStream(FRAMES_PER_SECOND).getVideoTracks();
  if (!blurred) throw new Error('The canvas has no video track.');
  const stop = onEachFrame(source, draw);
  // The page that called this has the camera, so browsers let a silent video play.
  source.play().catch(() => {});
  return {
    camera,
    blurred,
    close() {
      stop();
      source.srcObject = null;
      blurred.stop();
    },
  };
}

function fit(points: HTMLCanvasElement, picture: HTMLCanvasElement, upright: boolean) {
  const { long, short } = POINTS;
  const [width, height] = upright ? [short, long] : [long, short];
  if (points.width === width && points.height === height) return;
  [points.width, points.height] = [width, height];
  [picture.width, picture.height] = [width * SCALE, height * SCALE];
}

function drawBlurred(source: HTMLVideoElement, points: HTMLCanvasElement, picture: HTMLCanvasElement) {
  if (source.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
  fit(points, picture, source.videoHeight > source.videoWidth);
  const small = points.getContext('2d');
  const large = picture.getContext('2d');
  if (!small || !large) return;
  small.drawImage(source, 0, 0, points.width, points.height);
  large.imageSmoothingQuality = 'high';
  large.drawImage(points, 0, 0, picture.width, picture.height);
}

function onEachFrame(source: HTMLVideoElement, draw: () => void): () => void {
  if (!('requestVideoFrameCallback' in source)) {
    const timer = setInterval(draw, 1000 / FRAMES_PER_SECOND);
    return () => clearInterval(timer);
  }
  let request = 0;
  let drawnAt = 0;
  const next = () => {
    const now = performance.now();
    if (now - drawnAt >= 800 / FRAMES_PER_SECOND) {
      drawnAt = now;
      draw();
    }
    request = source.requestVideoFrameCallback(next);
  };
  request = source.requestVideoFrameCallback(next);
  return () => source.cancelVideoFrameCallback(request);
}
