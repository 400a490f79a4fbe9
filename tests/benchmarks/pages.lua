-- wrk: the same request again and again; METHOD PATH COOKIE [BODY].
function init(args)
  headers = { ["Cookie"] = args[3] }
  if args[4] then headers["Content-Type"] = "application/x-www-form-urlencoded" end
  made = wrk.format(args[1], args[2], headers, args[4])
end

function request()
  return made
end

function done(summary, latency, requests)
  io.write(string.format("RESULT %.1f %.1f %.1f %d\n", summary.requests / summary.duration * 1e6,
    latency:percentile(50) / 1000, latency:percentile(95) / 1000,
    summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.timeout))
end
