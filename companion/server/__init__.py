"""Connect gunicorn's ASGI worker with the Flask application.

gunicorn reads the requests of all connections in one asyncio loop, in which nothing may wait. Flask
answers a request in one call (WSGI) that may wait for the database. This package stands between the
two: a thread calls Flask as soon as a request has arrived whole. So half a request holds a
connection and no thread. An open stream holds no thread while it waits either: it takes one for the
moment in which it makes an event. One kind of worker, without anything compiled, thus serves taps
and thousands of streams.

    gateway     hands requests to threads and sends their answers
    request     one request: what has arrived of it, and its WSGI environment
    streams     has threads make the pieces of open streams, those of one table together
"""
