import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span, Tracer } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';

// OpenTelemetry traces over OTLP/HTTP. The library is loaded only if OTEL_EXPORTER_OTLP_ENDPOINT is set.
// Spans contain route patterns, job names, durations, and the verb and table of queries; never typed text,
// addresses, cookies or the text of queries.

export interface Tracing {
  watch(http: FastifyInstance): void;
  job<T>(name: string, work: () => Promise<T>): Promise<T>;
  statement: ((text: string) => (failed: boolean) => void) | null;
  close(): Promise<void>;
}

export interface TracingSettings {
  /** OTLP endpoint, without `/v1/traces`. */
  endpoint: string;
  service: string;
  share: number;
}

const off: Tracing = { watch() {}, job: (_name, work) => work(), statement: null, close: async () => {} };

export async function createTracing(settings: TracingSettings | null, version: string): Promise<Tracing> {
  if (!settings) return off;
  const [
    api,
    { OTLPTraceExporter },
    { BasicTracerProvider, BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler },
    { resourceFromAttributes },
  ] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/resources'),
  ]);
  const exporter = new OTLPTraceExporter({ url: `${settings.endpoint.replace(/\/+$/, '')}/v1/traces` });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': settings.service, 'service.version': version }),
    // Trace headers of clients are ignored; otherwise anybody could force traces.
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.share) }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  return traceWith(provider.getTracer('liaison', version), api, () => provider.shutdown());
}

function traceWith(
  tracer: Tracer,
  api: typeof import('@opentelemetry/api'),
  close: () => Promise<void>,
): Tracing {
  const current = new AsyncLocalStorage<Span>();
  const { SpanKind, SpanStatusCode } = api;
  const begin = (name: string, kind: number, attributes: Record<string, string>): Span => {
    const parent = current.getStore();
    const within = parent ? api.trace.setSpan(api.ROOT_CONTEXT, parent) : api.ROOT_CONTEXT;
    return tracer.startSpan(name, { kind, attributes }, within);
  };
  const fail = (span: Span) => void span.setStatus({ code: SpanStatusCode.ERROR });

  return {
    watch(http) {
      http.addHook('onRequest', (request, reply, done) => {
        const route = request.routeOptions.url ?? 'none';
        const span = begin(`${request.method} ${route}`, SpanKind.SERVER, {
          'http.request.method': request.method,
          'http.route': route,
        });
        // The span ends when the response finishes or the client disconnects, whichever comes first.
        const end = () => {
          if (!span.isRecording()) return;
          span.setAttribute('http.response.status_code', reply.raw.statusCode);
          if (reply.raw.statusCode >= 500) fail(span);
          span.end();
        };
        reply.raw.once('finish', end);
        reply.raw.once('close', end);
        current.run(span, done);
      });
    },
    async job(name, work) {
      const span = begin(`job ${name}`, SpanKind.CONSUMER, { 'messaging.operation.name': name });
      try {
        return await current.run(span, work);
      } catch (error) {
        fail(span);
        throw error;
      } finally {
        span.end();
      }
    },
    statement(text) {
      // Queries outside requests and jobs, such as those of timers, get no span.
      if (!current.getStore()) return () => {};
      const { verb, table } = describeStatement(text);
      const attributes = {
        'db.system.name': 'postgresql',
        'db.operation.name': verb,
        ...(table && { 'db.collection.name': table }),
      };
      const span = begin(table ? `${verb} ${table}` : verb, SpanKind.CLIENT, attributes);
      return (failed) => {
        if (failed) fail(span);
        span.end();
      };
    },
    close,
  };
}

export function describeStatement(text: string): { verb: string; table: string | undefined } {
  const verb = /^\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? 'statement';
  const table = /\b(?:from|into|update)\s+(?:only\s+)?"?([a-z_][a-z_.]*)/i.exec(text)?.[1];
  return { verb, table };
}
