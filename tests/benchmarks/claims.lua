-- wrk: every request is a claim in the next match of its thread; one connection a thread, so an answer is that of the last one.
-- wrk -t4 -c4 -s claims.lua http://… -- COOKIE TOKEN LINES SLUG …
local threads = 0

function setup(thread)
  thread:set("id", threads)
  threads = threads + 1
end

function init(args)
  headers = { ["Cookie"] = args[1], ["Content-Type"] = "application/x-www-form-urlencoded" }
  token, lines, slugs, seen, place, sent, refused = args[2], tonumber(args[3]), {}, {}, 0, 0, 0
  for number = 4 + id, #args, 4 do
    slugs[#slugs + 1] = args[number]
    seen[#seen + 1] = lines
  end
end

function request()
  place = place % #slugs + 1
  sent = sent + 1
  local body = string.format("csrf_token=%s&request=wrk-%d-%d-%d&line=A+adjusts+10+gift&deal=1&seen=%d",
    token, id, sent, math.floor(os.time()), seen[place])
  return wrk.format("POST", "/matches/" .. slugs[place] .. "/lines", headers, body)
end

function response(status)
  if status == 303 then seen[place] = seen[place] + 1 else refused = refused + 1 end
end

function done(summary, latency, requests)
  io.write(string.format("RESULT %.1f %.1f %.1f %d\n", summary.requests / summary.duration * 1e6,
    latency:percentile(50) / 1000, latency:percentile(95) / 1000,
    summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.timeout))
end
