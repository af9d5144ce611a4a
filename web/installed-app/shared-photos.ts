export async function takeSharedPhotos(): Promise<File[]> {
  if (!('caches' in window)) return [];
  const cache = await caches.open('shared');
  const files: File[] = [];
  for (const request of await cache.keys()) {
    const answer = await cache.match(request);
    if (answer)
      files.push(
        new File([await answer.blob()], decodeURIComponent(answer.headers.get('x-name') ?? 'photo'), {
          type: answer.headers.get('content-type') ?? '',
        }),
      );
    await cache.delete(request);
  }
  return files;
}
