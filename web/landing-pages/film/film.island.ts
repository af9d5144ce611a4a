/**
 * Plays the film unless the visitor prefers reduced motion or saves data, and marks the current scene on the
 * page. A click pauses and resumes it.
 */
const film = document.querySelector<HTMLVideoElement>('[data-film]');
const pause = document.querySelector<HTMLButtonElement>('[data-pause]');
const spares = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;

if (film && pause) {
  const welcome = !matchMedia('(prefers-reduced-motion: reduce)').matches && !spares;
  const stage = film.closest<HTMLElement>('[data-theater]') ?? film;
  const scenes = Number(stage.dataset['scenes']);
  film.addEventListener('playing', () => {
    film.dataset['plays'] = '';
    pause.hidden = false;
  });
  film.addEventListener('timeupdate', () => {
    if (scenes)
      stage.dataset['scene'] = String(
        Math.min(scenes, 1 + Math.floor((film.currentTime / film.duration) * scenes)),
      );
  });
  pause.addEventListener('click', () => {
    pause.setAttribute('aria-pressed', String(!film.paused));
    if (film.paused) void film.play();
    else film.pause();
  });
  if (welcome) film.play().catch(() => {});
  else stage.dataset['still'] = '';
}
