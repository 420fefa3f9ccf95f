/** @jsxRuntime automatic @jsxImportSource preact */
/** Renders the requests of the run with their responses. */
import type { Page } from '../page.tsx';
import { counted } from '../../../schemas/counted.ts';
import { duration, longestBody, visible, Box } from '../parts/marks.tsx';
import { short } from '../../../harness/output/sanitize.ts';
import { toCurl } from '../../../schemas/records/curl.ts';
import { brokenOff, notKept, type Exchange } from '../../../schemas/records/exchange.ts';

export function Requests({ page }: { page: Page }) {
  const { exchanges, shown } = page;
  const rows = [...exchanges.values()]
    .filter(each => shown.has(each.id))
    .toSorted((a, b) => a.times.startedAt - b.times.startedAt);
  const left = exchanges.size - rows.length;
  return (
    <section id="requests" aria-labelledby="requests-title">
      <h2 id="requests-title">
        Requests and responses <span class="counts">{counted(rows.length, 'exchange')}</span>
      </h2>
      <p class="dim">
        Keys and personal values are masked. Long bodies are cut here, and whole in the HAR and in
        conformance.json. The curl commands read keys from variables:{' '}
        <code>set -a; . ./.env; set +a</code> sets the keys of .env, or of your file of settings.
        {left > 0 &&
          ` The HAR and conformance.json have ${counted(left, 'more exchange')}. Every failure is on this page.`}
      </p>
      <details class="example">
        <summary>Every request of this page, in the order of sending</summary>
        {rows.map(each => (
          <ExchangeRow exchange={each} baseUrl={page.result.target.baseUrl} />
        ))}
      </details>
    </section>
  );
}

/** Renders request and response, side by side on wide screens. */
export function Messages({ exchange }: { exchange: Exchange }) {
  const { request, response, shortened, unrecorded = [] } = exchange;
  const end = brokenOff(exchange);
  const fits = (request.body?.length ?? 0) <= longestBody;
  return (
    <div class="messages">
      <section>
        <p class="part">Request</p>
        <Lines
          first={`${request.method} ${request.url}`}
          headers={Object.entries(request.headers)}
        />
        {request.body !== undefined && request.body !== '' && <Box text={request.body} />}
        <details class="curl">
          <summary>as curl</summary>
          {fits ? (
            <pre>{visible(toCurl(exchange), 3 * longestBody)}</pre>
          ) : (
            <p>Its body is too long: the HAR has it.</p>
          )}
        </details>
      </section>
      <section>
        <p class="part">Response, after {duration(exchange.times.durationMs)}</p>
        <Lines first={`Status ${response.status}`} headers={response.headers} />
        {response.body === '' ? <p class="dim">no body</p> : <Box text={response.body} />}
        {end !== undefined && <p class="dim">{end}</p>}
        {shortened && <p class="dim">{notKept(shortened)}</p>}
        {!shortened && unrecorded.length > 0 && (
          <p class="dim">not recorded: {unrecorded.join(', ')}</p>
        )}
      </section>
    </div>
  );
}

function Lines({
  first,
  headers,
}: {
  first: string;
  headers: readonly (readonly [string, string])[];
}) {
  return (
    <pre class="head">
      <b>{visible(first)}</b>
      {headers.map(([name, value]) => `\n${visible(name)}: ${visible(value)}`).join('')}
    </pre>
  );
}

/**
 * Renders an exchange in the list of requests, to which links to evidence lead. The id is on the content, because a browser opens the
 * element around the target of a link even without a script.
 */
function ExchangeRow({ exchange, baseUrl }: { exchange: Exchange; baseUrl: string }) {
  const { id, key, request, response, times } = exchange;
  const path = request.url.startsWith(baseUrl) ? request.url.slice(baseUrl.length) : request.url;
  return (
    <details class="row exchange">
      <summary>
        <span class="id">{id}</span>
        <span>{visible(`${request.method} ${short(path, 160)}`)}</span>
        <span class="status">{response.status}</span>
        <span class="dim">{visible(key)} key</span>
        <span class="dim number">{duration(times.durationMs)}</span>
      </summary>
      <div id={id}>
        <Messages exchange={exchange} />
      </div>
    </details>
  );
}
