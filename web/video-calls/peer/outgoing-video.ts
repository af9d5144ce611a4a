/** So few points show that somebody moves, and nothing by which to recognise them. */
const POINTS = { long: 16, short: 12 };
const SCALE = 20;
const FRAMES_PER_SECOND = 12;
/** A canvas sends a frame only when it is drawn on, and the other side must not keep the camera's last picture. */
const BLACK_MS = 500;

export interface OutgoingVideo {
  /** Null while the camera is off. */
  readonly camera: MediaStreamTrack | null;
  /** The blurred picture, or a black one while the camera is off. */
  blurred: MediaStreamTrack;
  setCamera: (camera: MediaStreamTrack | null) => void;
  close: () => void;
}

/**
 * Blurs a camera's picture before it leaves the browser: each frame is drawn on a few points, which are then
 * scaled up. In a hidden tab browsers stop the drawing, and the last blurred frame stays.
 */
export function blurCamera(first: MediaStreamTrack | null): OutgoingVideo {
  const source = document.createElement('video');
  source.muted = true;
  source.playsInline = true;
  const points = document.createElement('canvas');
  const picture = document.createElement('canvas');
  fit(points, picture, false);
  let camera: MediaStreamTrack | null = null;
  const draw = () => camera && drawBlurred(source, points, picture);
  const blacken = () => {
    // A canvas without a context has no stream.
    const context = picture.getContext('2d');
    if (!camera) context?.fillRect(0, 0, picture.width, picture.height);
  };
  const black = setInterval(blacken, BLACK_MS);
  const setCamera = (next: MediaStreamTrack | null) => {
    camera = next;
    source.srcObject = next && new MediaStream([next]);
    blacken();
    // The page that called this has the camera, so browsers let a silent video play.
    if (next) source.play().catch(() => {});
  };
  setCamera(null);
  const [blurred] = picture.captureStream(FRAMES_PER_SECOND).getVideoTracks();
  if (!blurred) throw new Error('The canvas has no video track.');
  const stop = onEachFrame(source, draw);
  setCamera(first);
  return {
    get camera() {
      return camera;
    },
    blurred,
    setCamera,
    close() {
      stop();
      clearInterval(black);
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
